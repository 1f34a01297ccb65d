/**
 * Letters and digits that are drawn like a Latin letter, after Unicode's confusables (UTS #39): what token symbols are
 * forged with.
 */
const drawnLike: Readonly<Record<string, string>> = {
  A: 'АаΑαᎪɑ',
  B: 'ВвΒᏴß₿',
  C: 'СсϹϲᏟ',
  D: 'ԀԁᎠđĐ',
  E: 'ЕеΕεᎬΞ',
  G: 'ԌԍɡᏀ',
  H: 'НнΗҺһᎻħ',
  I: 'ІіΙιӀӏıl1|',
  J: 'ЈјᎫ',
  K: 'КкΚκᏦ',
  L: 'łŁᏞ',
  M: 'МмΜᎷ',
  N: 'Νпη',
  O: 'ОоΟοøØ0',
  P: 'РрΡρᏢ',
  Q: 'Ԛԛ',
  R: 'Ꭱг',
  S: 'ЅѕᏚ5$',
  T: 'ТтΤτᎢŧ₮',
  U: 'υ',
  V: 'νᏙ',
  W: 'ԜԝωᎳ',
  X: 'ХхΧχ',
  Y: 'УуΥҮүγ',
  Z: 'ΖᏃ',
}

const latin = new Map(
  Object.entries(drawnLike).flatMap(([letter, others]) => Array.from(others, (each) => [each, letter])),
)

/**
 * What is left of a name when all is removed that the eye does not see: two names with the same skeleton look alike.
 * Compatibility forms are resolved, marks, invisible characters and spaces go, letters drawn alike become one, and case
 * is dropped.
 */
export function skeletonOf(name: string): string {
  const visible = name.normalize('NFKD').replace(/[\p{M}\p{C}\p{Z}]/gu, '')
  return Array.from(visible, (character) => latin.get(character) ?? character.toUpperCase()).join('')
}
