import { lazily } from '../../../shared/lazily.ts'
import { SHOWN_HIDDEN } from '../../../shared/text/one-line.ts'
import { ADDRESS_DIGITS } from '../../evm/words.ts'

/** How many leading and trailing hex digits two addresses share. */
export interface SharedDigits {
  readonly first: number
  readonly last: number
}

/** @param a lower case, as `b` */
export function sharedDigits(a: string, b: string): SharedDigits {
  let first = 0
  while (first < ADDRESS_DIGITS && a[2 + first] === b[2 + first]) first++
  let last = 0
  while (last < ADDRESS_DIGITS && a.at(-1 - last) === b.at(-1 - last)) last++
  return { first, last }
}

export function sharedDigitsText({ first, last }: SharedDigits): string {
  return `same first ${first} and last ${last} digits`
}

/** First four bytes of an address (lower case), big endian. */
export function startOf(address: string): number {
  return Number.parseInt(address.slice(2, 10), 16)
}

/** Characters that look like a Latin letter, from Unicode's confusables (UTS #39). */
const confusables: Readonly<Record<string, string>> = {
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

const latin = lazily(
  () =>
    new Map(Object.entries(confusables).flatMap(([letter, others]) => Array.from(others, (each) => [each, letter]))),
)

/**
 * Two names with the same skeleton look alike (UTS #39). Resolves compatibility forms, removes marks, invisible
 * characters (also as the numbers that stand for them) and spaces, maps confusables to Latin letters, and ignores case.
 */
export function skeletonOf(name: string): string {
  return PLAIN.test(name) ? plainSkeletonOf(name) : anySkeletonOf(name)
}

/** Nearly every name of a token. Its skeleton takes a tenth of the time. */
const PLAIN = /^[\w .()+-]*$/
const PLAIN_TABLE = /^[\w .()+\t\n-]*$/

/** The skeletons of a table of names, with its tabs and line ends; undefined where one of them is not plain. */
export function plainSkeletonsOf(table: string): string | undefined {
  return PLAIN_TABLE.test(table) ? plainSkeletonOf(table) : undefined
}

function plainSkeletonOf(name: string): string {
  return name.replaceAll(' ', '').replace(/[l1]/g, 'I').replaceAll('0', 'O').replaceAll('5', 'S').toUpperCase()
}

function anySkeletonOf(name: string): string {
  const visible = name
    .replace(SHOWN_HIDDEN, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}]/gu, '')
  return Array.from(visible, (character) => latin().get(character) ?? character.toUpperCase()).join('')
}

const STANDARD = /(?:ERC|BEP|TRC)[\s_-]?20/iu
const signs = lazily(() => /[^\p{L}\p{N}\p{Sc}+]/gu)

/** A name without the token standard that imitations add at an end: "USDT-ERC20", "Tether USD (BEP20)". */
export function withoutStandard(name: string): string {
  const found = STANDARD.exec(name)
  if (!found) return name
  const before = name.slice(0, found.index).replace(signs(), ' ').trim()
  const after = name
    .slice(found.index + found[0].length)
    .replace(signs(), ' ')
    .trim()
  return before !== '' && after !== '' ? name : before + after
}

/** A symbol without the number that imitations add: "USDT2". */
export function withoutNumber(symbol: string): string {
  return symbol.replace(/(?<![0-9])[0-9]+$/, '')
}

/** A symbol without the signs that imitations add as well: "$USDT", "USDT.". Other letters and a plus make another name: "USDC.e", "USD+". */
export function undecorated(symbol: string): string {
  return withoutStandard(symbol)
    .replace(signs(), '')
    .replace(/^\$|\$$/g, '')
}
