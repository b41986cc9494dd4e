/** Names that browsers keep for old times' sake, and what the places are called today. */
const TODAY = new Map([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho Chi Minh'],
  ['America/Godthab', 'America/Nuuk'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
]);

/** 'Asia/Kuala Lumpur': a time zone as people read it. */
export const zoneName = (timeZone: string) => (TODAY.get(timeZone) ?? timeZone).replaceAll('_', ' ');
