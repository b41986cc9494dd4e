import { wordList } from './words.ts';

/** Common words, of which a capital says nothing at the start of a sentence or in a heading. */
export const ENGLISH_COMMON: ReadonlySet<string> = new Set(
  wordList(`
a able about above accept access account across act action activity actually ad add address admit adopt adult
advance advice affordable afford after afternoon again against age agenda agent ago agree ahead air alarm album
alert alike alive all allergy allow almost alone along already also alter although always amazing among an ancient
and animal annual another answer any anybody anyone anything anyway apartment app apple appetite applause apply
appointment apron area aren't arm around arrival arrive art article artist as ask asleep at ate attack attend
attention author autumn available avoid awake award away baby back bad bag bake baker bakery balance ball balloon
banana band bank banner bar bargain base basic basket batch bath battery be beach bean bear beat beautiful beauty
because become bed bedroom beef been beer before begin beginner behind being believe bell belly belong below belt
bench best better between beverage big bike bill binoculars bird birthday bite bitter black blanket blend bless
blessing blind block blog blood bloom blue board boat body boil bold book boost boot border bored born both bottle
bottom bouquet bowl box boy brain brand brave bread break breakfast breath breathe bride bridge bright bring broken
brother brought brown brunch brush bubble budget build building built bulk bundle burger burn bus business busy but
butter button buy buyer by bye cable cafe cake calendar call calm camera camp can can't cancel candle candy car card
care careful carrier carry case cash cashback cat catch category celebrate cell centre center certificate chair
challenge chance change channel charge charger chase chat cheap check cheek cheer cheese chef chew chewy chicken
child children chili chill chip chocolate choice choose chop church cinnamon circle city claim class classic clean
cleaner clear clever click client climb clinic clock close closed closer closest cloth clothes cloud club coach coat
coating cocoa coconut code coffee cold collect collection colour color comb combo come comfort comforter comment
common community company compare compass complete compost computer con condition confirm congrats congratulations
connect consider contact content contest cook cookie cool cooler copy corner correct cost cotton could count counter
country couple coupon course court cousin cover cozy cosy crab crack craft crave craving cream creamy create
creative credit crisp crispy crowd crunch cry cuddle culture cup cupcake cure curious curry curtain curve customer
cut cute cycle daily dairy dance dark dash data date daughter day dead deadline deal dear dearest decide decision
deck deep deeply delay delicate delicious delight deliver delivery demo dental dentist deposit deserve design desk
despite dessert detail dial diet difference different dig digital dine dinner direct dirty disc discount discover
dish display diverse do doctor document does doesn't dog don't donate done donut door double doubt dough down
download draft drag drain dream dress drift drill drink drive driver drone drop dry duck due dump during dust dusty
each eager ear early earn earphone earring earth ease easy eat edge effort egg eight either elbow elder elderly
electric else email empty end endless energy engine english enjoy enough enquire enter entire entry envelope equal
error escape especially etiquette eve even evening event ever every everybody everyone everything everyday
everywhere exam example excellent except exchange excited exciting excuse exercise exhausted exhibition exit expect
expensive experience expert explain explore extra eye eyelet fabric face fact fade fail fair fake fall false family
famous fan fancy fantastic far farm farmer fashion fast fat father fault favour favourite favorite fear feast feed
feel feet fellow fence festive few fiber fibre field fight file fill film final finally find fine finger finish fire
first fish fit fitness five fix flaky flash flat flavour flavor flexible flight float flood floor floss flour flower
fluffy fly focus fold foldable folk follow food foot for forest forever forget forgive fork form fortune forward
four fragrant frame free freedom freezer fresh fridge friend friendly fries from front frozen fruit fry fuel full
fun fund funny fur furniture future gadget game gap garden garlic gas gate gather gel general gentle genuine get
gift giggle girl give glad glass glossy glove glow go goal goat gold golden gone good goodbye goodness gorgeous
gossip got grab grace grade graduation grain gram grand grandma grandmother grass grateful gravy great green greet
grill grilled grin grind grocery groom grooming ground group grow guarantee guess guest guide guilt guilty gum guy
gym habit had hair half hall hand handle hang happen happy hard harder hardly harvest has hat have haven't he head
heading health healthy hear heart hearty heat heavy helmet hello help her herb here hero hey hi hidden hide high
highlight hike hill him hint hire his history hit hold hole holiday home homemade honest honestly honey hood hope
horse hospital host hosted hot hotel hour house how however hug huge human humble hundred hungry hunt hurry hurt
husband ice icy idea if ignore ill imagine important impress improve in inbox inch include income increase indeed
indoor indulge ingredient inside insider inspire install instant instead instructor insurance intake interest
interested interior into introduce invest invitation invite iron is island isn't it item its it's itself jam jar
jeans jewel job jog join joke journey joy juice juicy jump just keep kettle key keyboard kick kid kind kindness king
kiss kit kitchen kitten knee knife knock know label ladder lady lamb lamp land language laptop large last late
lately later laugh laughter laundry law lawyer lay layer lazy lead leaf leak learn lease least leather leave lecture
left leg lemon lend lens less lesson let let's letter level library licence license lid life lift light like likely
lime limit limited line link lip list listen literally little live living loaf loan local lock lonely long longer
look loose lorry lose loss lot loud love lovely lovelies low loyal loyalty luck lucky luggage lunch lush machine mad
made magic magical mail main maintenance major make male mall man manage manager mango manicure many map mark market
marry mask massage master mat match material matter may march maybe meal mean meaning measure meat meet meeting melt
member membership memory men mend mention menu mercy mess message met metal method mic middle midweek might mild
mile milk mind mine mini minimum mint minute mirror miss missing mist mistake mix mobile mode model modern moment
money monitor monkey monthly mood moon more morning most mostly mother motor mountain mouse mouth move movie mr mrs
much mud mug muscle museum mushroom music must my mystery nail name nap narrow natural nature near nearby nearly
neat neck need neighbour neither nerve nervous nest net network never new newest news next nice nicely night no
nobody noise none noodle nor normal north nose not note nothing notice now nowadays number nurse nut oat obviously
ocean odd of off offer office officer official often oh oil okay old on once one online only onto oops open opening
option or orange orchestra order ordinary organic organise original other others otherwise ouch our ours out outdoor
outlet outside oven over own owner pack package page pain paint pair pan pancake panic pants paper parcel parent
park parking part partner party pass passion past pasta pastry path patience patient pause pay payment peace peak
pearl peel pen people pepper perfect perfume perhaps period permanent person personal pet phone photo phrase physio
piano pick pickup picture pie piece pig pillow pink pizza place plain plan planet planned plant plastic plate play
player please pleasure plenty plot plumber plump pocket point police polish polite pond pool poor pop popular pork
port portion positive possible post postage pot potato pound pour power powerful practical practice pray prayer
preorder prefer prepare present press pretty price pride print printer private prize pro probably problem process
produce product professional profit program project promise promo promotion proof proper props protect proud provide
public pudding puff pull pump punch puppy purchase pure purple purpose purse push put quality quarter queen question
queue quick quickly quiet quietly quit quite race rack radio rain rainy raise range rare rate rather raw reach read
reader ready real really reason receive recent recently recipe record recover recovery red reduce refer refill
refreshing refund regards register registration regular relax relaxing reliable relief remember remind remote rent
rental repair repeat replace reply report request rescue reservation reserve respect respond rest restaurant restock
result return returns reusable reveal review reward rib rice rich ride right ring ripe rise risk river road roast
roasted rock role roll roof room rope rose rough round route rub rude rug ruin rule run runner rush sad safe safety
salad sale salmon salt salty same sample sand sandwich satisfy sauce sausage save saving savoury say scale scan
scared scent schedule school scone scoop score scramble scrape scratch screen scroll sea seafood search season seat
second secret secure security see seed seek seem select selection self sell send senior sense sensor serious
seriously serum serve service session set settle seven several shade shadow shake shall share sharp she sheet shelf
shell shine ship shipping shirt shock shoe shop shopping short shot should shoulder shout show shower shrimp shut
shy sick side sign silent silk silky silly silver simple simply since sing singer single sir sister sit site six
size skill skin skip sky sleep sleepy sleeve slice slide slightly slim slip slot slow slowly small smart smell smile
smoke smoky smooth snack snap sneak snow so soap soccer social sock socket sofa soft softest solar sold solo
solution some somebody someone something sometimes somewhere son song soon sore sorry sort sorted soul sound soup
sour south space spare spark sparkle speak speaker special specialist speed spell spend spice spicy spill spin
spirit splash spoil spoon sport spot spray spread spring sprinkle square squeeze staff stage stair stand star stare
start state station stay steady steak steal steam steep steering step stick sticker sticky still stir stitch stock
stocks stomach stone stool stop storage store storm story straight strange straw strawberry stream street strength
stress stretch strict string stringing strip strong student studio study stuff stunning style stylish subject submit
subscribe success such sudden suffer sugar suggest suit suitable summer sun sunny sunrise sunset sunscreen super
supper supply support suppose sure surf surface surprise surprised survey swap sweat sweet swim switch symbol
symptom system table tag tail tailor take takeaway tale talent talk tall tangy tap tart taste tasty tax tea teach
teacher team tear tease tech teeth tell temperature ten tender tent term test text than thank thanks that that's the
their them then there there's therefore these they thick thin thing think third this those though thought thousand
thread three thrill throat through throw ticket tidy tie tight till time tiny tip tired to toast today toe together
toilet tomato tomorrow tone tongue tonight too took tool tooth top topping total touch tough tour tourist toward
towel town toy trade trade-in tradition traditional traffic train trainer training travel treat treatment tree trial
trick trip trouble true truly trust try tub tube tune turn tutor tv twice twin twist two type tyre ugly ultra
umbrella uncle under understand unique unit unless unlimited unplug until up upcoming update upgrade upload upon
upset upstairs us use used useful usual usually vacation vaccination vacuum valid value van vanilla variety various
vegan vegetable vehicle verdict version very vet via victory video view village vinyl visibility visit visitor
visiting voice volunteer vote voucher wait waiting wake walk wall wallet want war warm warmth warning warranty wash
waste watch water wave way we we'll we're we've weak wear weather web website wedding week weekday weekend weekends
weekly weigh weight weird welcome well wellness went were west wet what what's whatever wheel when whenever where
whether which while whipping whisk white whitening whole wholesome who who's why wide wife wild will win wind window
wine winner winter wipe wisdom wise wish with within without woman women won won't wonder wonderful wood word work
worker workout workshop world worry worth would wow wrap wrapped write wrong yard year yeah yellow yes yesterday yet
yoga you you'll you're you've young your yours yourself youth yum yummy zero zone zoo founded dermatologist results
speeds studies baked cooked brewed crafted handmade rated voted led taught dates lights rings buying everyone's
tastes throws switches seats herbs roses boats children's noodles prices parents teachers members adults kids ladies
students users riders drinkers trains trainers doctors fines visitors losses spots slots mornings hunger known knew
bug fixed stood crews residents passwords sunsets satay squeaky tempting thrift veneers yuran pros cons eldest
ceramic rebate stamp sports gotong
`),
);
