/**
 * What an image says of how it was made, by the IPTC's vocabulary: for Facebook the sign that an AI made it. It stands
 * in the image's XMP, and is the one thing that is kept of all that a file tells beside its pixels.
 */

/** In whichever form XMP is written: as an attribute, as a text or as a reference. */
const SAID = /DigitalSourceType\b[\s\S]{0,200}?cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w{1,60})/;
const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** All of the vocabulary that a file may bring; another word is no word of it. */
const SOURCES = [
  'digitalCapture',
  'computationalCapture',
  'negativeFilm',
  'positiveFilm',
  'print',
  'humanEdits',
  'minorHumanEdits',
  'compositeCapture',
  'algorithmicallyEnhanced',
  'dataDrivenMedia',
  'digitalCreation',
  'digitalArt',
  'virtualRecording',
  'compositeSynthetic',
  'composite',
  'screenCapture',
  'softwareImage',
  'algorithmicMedia',
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
] as const;
export type DigitalSource = (typeof SOURCES)[number];

/** Null where the image does not say. */
export function digitalSourceIn(xmp: string): DigitalSource | null {
  const said = SAID.exec(xmp)?.[1];
  return SOURCES.find((source) => source === said) ?? null;
}

/** Whether Facebook labels the post for it. */
export const isOfAi = (source: DigitalSource | null): boolean => source !== null && /algorithmicMedia$/i.test(source);

/** XMP that says this, and nothing else. */
export function xmpOf(source: DigitalSource): string {
  return (
    '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
    `Iptc4xmpExt:DigitalSourceType="${VOCABULARY}${source}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  );
}
