/** Invented places and trades for the account with 60 pages. */
export const PLACES = [
  'Ampang',
  'Bangsar',
  'Cheras',
  'Damansara',
  'Gombak',
  'Ipoh',
  'Klang',
  'Melaka',
  'Puchong',
  'Seremban',
  'Setapak',
  'Taiping',
  'Georgetown',
  'Kajang',
  'Muar',
  'Rawang',
  'Subang',
  'Kuantan',
  'Sepang',
  'Wangsa Maju',
];
export const TRADES = ['Nair Pharmacy', 'Nair Optical', 'Nair Dental Care'];
export const CATEGORIES: Record<string, string> = {
  'Nair Pharmacy': 'Pharmacy',
  'Nair Optical': 'Optician',
  'Nair Dental Care': 'Dentist',
};

/** Old posts of the seven named pages, oldest first. */
export const OLD_POSTS: string[][] = [
  [
    'Our studio moves to Jalan Telawi next month. The new place has a meeting room, so come by with your ideas.',
    'We built a booking page for a clinic in six days. Ask us how the first week went.',
    'Three questions to ask before paying for a new website. Which one would you add?',
  ],
  [
    'Kaya toast is back on the morning menu from today. First come, first served until ten.',
    'Thank you for a full house on Saturday. We roasted twice and still ran out of the house blend.',
    'New beans from Cameron Highlands arrived this morning. Notes of cocoa and brown sugar.',
    'We are closed on Monday for a new grinder. See you on Tuesday at seven.',
  ],
  [
    'Sunday ride leaves at 6.30 from the shop. Forty kilometres, easy pace, coffee after.',
    'Brake pads worn thin? Bring the bike in before the school holidays and we will check it while you wait.',
    'A customer rode 1,200 km on one chain. We framed it.',
  ],
  [
    'Basil, mint and Vietnamese coriander are ready to take home this week.',
    'Yellow leaves are nearly always too much water. Lift the pot before you pour.',
    'Our workshop on balcony composting has four places left.',
  ],
  [
    'The pandan chiffon sold out before nine today. We will bake a second round tomorrow.',
    'Sourdough starter gets fed at four in the morning, every morning, even on holidays.',
  ],
  [
    "The seven o'clock class is full until Friday. There is still room in the evening.",
    'A new teacher joins us in March. Her classes will be slow and close to the floor.',
  ],
  [
    'Free delivery within 20 km until the end of the month.',
    'How long should a washing machine last? Ours are back for their first service after six years.',
  ],
];
