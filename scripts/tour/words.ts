/** What the three pages of the tour write: enough that no screen repeats itself. */
export interface Words {
  readonly content: string;
  readonly type: string;
  readonly isAi: boolean;
}

const post = (type: string, content: string, isAi = false): Words => ({ content, type, isAi });

export const WORDS: Readonly<Record<string, readonly Words[]>> = {
  'Kedai Kopi Seri Pagi': [
    post(
      'promotional',
      'Kaya toast and kopi for RM 6.90, every weekday until 10 am. ' +
        'The kaya is from this morning, as always.\n\n#seripagi #tamanmelawati',
      true,
    ),
    post('behind-scenes', 'Pak Din has roasted our beans since 2011. Today he let us press the button. Once.'),
    post(
      'educational',
      'Why does kopi taste different from espresso? Our beans are roasted with a little sugar and butter, ' +
        'and brewed through a cloth sock. Slow, dark, a bit smoky.',
      true,
    ),
    post('engagement', 'Soft-boiled eggs: with soy sauce or with pepper only? Settle it in the comments.'),
    post(
      'story',
      'A guest left a note on table four: “Proposed here. She said yes.” Congratulations, you two. ' +
        'The next breakfast is on us.',
    ),
    post(
      'promotional',
      'Rainy afternoon set: pulut panggang, two kuih and a pot of teh tarik, RM 14 from 3 to 6 pm.',
      true,
    ),
    post(
      'event',
      'Latte art for beginners, this Saturday at 4 pm. Eight places, RM 45 with coffee and cake. ' +
        'Write to us to book yours.',
    ),
    post(
      'educational',
      'Beans keep best whole, cool and dark; not in the fridge. Grind only what you drink today.',
      true,
    ),
  ],
  'Bukit Bintang Cycle Works': [
    post(
      'educational',
      'Three checks before every ride: squeeze both brakes, spin the wheels, bounce the bike. ' +
        'Two minutes that save a walk home.',
      true,
    ),
    post(
      'event',
      'Sunday ride: 42 km to Ampang lookout and back, easy pace, coffee at the top. We leave at 6.45 am from the shop.',
    ),
    post(
      'promotional',
      'Full service for RM 120 until the end of the month: drivetrain cleaned, gears set, brakes bled, wheels trued.',
      true,
    ),
    post('behind-scenes', 'This frame is from 1984. New bearings, new cables, old paint. It rides home on Friday.'),
    post('engagement', 'Tubeless or tubes? Tell us what you ride on, and why.'),
    post('story', 'Mei Ling learned to ride with us at 62. Yesterday she did her first 30 km.', true),
    post(
      'educational',
      'Chain wear in one sentence: measure every 500 km, change at 0.5 %, and your cassette lasts three chains.',
      true,
    ),
  ],
  'Laman Herba Nursery': [
    post(
      'educational',
      'Pandan likes wet feet and half shade. Put the pot in a saucer of water and turn it once a week.',
      true,
    ),
    post(
      'promotional',
      'Herb starter box: basil, mint, kesum and serai in clay pots, RM 39. Ready to pick up from Thursday.',
    ),
    post('behind-scenes', 'Four hundred seedlings moved outside this morning before the sun came over the wall.'),
    post('engagement', 'Which plant have you killed most often? No judging. Ours is rosemary.', true),
    post('story', 'Uncle Raju brings back his pots to be filled again. Some are older than our shop.'),
    post('event', 'Balcony garden talk on Saturday at 10 am, free, under the big ketapang tree.'),
    post(
      'educational',
      'Yellow leaves at the bottom: too much water. Yellow leaves at the top: too little iron. Brown tips: dry air.',
      true,
    ),
  ],
};
