import { unescaped } from '../../shared/text/unescaped.ts'
import { findChain } from '../chains.ts'

/** Holds the parts of the URL of an upstream that could be keys, in the forms in which a text quotes them. */
export interface Secrets {
  readonly isEmpty: boolean
  isIn(text: string): boolean
  /** With *** in their place. */
  hidden(text: string): string
}

/** Names of most networks and versions are shorter. */
const MIN_SECRET = 8
/** Least length of what is named as a key, or has a digit among letters, as words have not. */
const MIN_LIKELY_SECRET = 6

/** Whether it could have a key, also one that is too short to be looked for in texts. */
export function mayHoldKey(url: URL): boolean {
  return url.username + url.password + url.search !== '' || !secretsOf(url).isEmpty
}

/**
 * Finds the secrets of a URL.
 * @param least characters of a secret that is looked for outside of texts about the node: only what is likely to be a
 * key
 */
export function secretsOf(
  { hostname, pathname, searchParams, search, username, password }: URL,
  least?: number,
): Secrets {
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
  const parts = [
    ...hostname.split('.').slice(0, -2).filter(isKeyOfHost),
    ...pathname.split('/').filter((segment) => !findChain(segment.toLowerCase())),
    ...search
      .slice(1)
      .split('&')
      .map((each) => each.slice(each.indexOf('=') + 1)),
    ...Array.from(searchParams, ([name, value]) => value || name),
    username,
    password,
    credentials,
  ]
  const named = Array.from(searchParams).flatMap(([name, value]) => (NAME_OF_KEY.test(name) ? [value] : []))
  const likely = [...parts.filter(hasDigitAmongLetters), ...named, ...(password === '' ? [] : [password, credentials])]
  const found = [
    ...(least === undefined ? parts.filter(({ length }) => length >= MIN_SECRET) : []),
    ...likely.filter(({ length }) => length >= (least ?? MIN_LIKELY_SECRET)),
  ]
  // A text that is searched has its escapes read once: what quotes the URL as it is, or escaped once more.
  const written = found.flatMap(formsOf).flatMap((form) => [form, unescaped(form).text])
  const forms = [...new Set(written.map(inLowerCase))]
  return {
    isEmpty: forms.length === 0,
    isIn: (text) => placesOf(forms, text).length > 0,
    hidden: (text) => hiddenIn(forms, text),
  }
}

/** Names of parameters that hold a key. */
const NAME_OF_KEY = /key|token|secret|auth|pass|sig/i

function hasDigitAmongLetters(part: string): boolean {
  return /[a-z]/i.test(part) && /[0-9]/.test(part)
}

/** Whether a name in a host is a key, as https://<key>.eth.rpc.rivet.cloud: other names are shorter, or have words. */
function isKeyOfHost(name: string): boolean {
  return (/^[0-9a-z]{16,}$/.test(name) && /[0-9]/.test(name)) || /^[0-9a-f-]{32,}$/.test(name)
}

/** Changes A–Z only, which keeps the number of characters; `toLowerCase` does not promise that. */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Where one of the forms is in a text, as its characters are after escapes are read: some writers escape all but letters. */
function placesOf(forms: readonly string[], given: string): { readonly from: number; readonly to: number }[] {
  const { text, startOf } = unescaped(given)
  const searched = inLowerCase(text)
  return forms.flatMap((form) => {
    const found = []
    for (let at = searched.indexOf(form); at >= 0; at = searched.indexOf(form, at + form.length))
      found.push({ from: startOf(at), to: startOf(at + form.length) })
    return found
  })
}

function hiddenIn(forms: readonly string[], given: string): string {
  const kept: string[] = []
  let end = 0
  for (const { from, to } of placesOf(forms, given).toSorted((one, other) => one.from - other.from)) {
    // One may hold another, or its beginning.
    if (from >= end) kept.push(given.slice(end, from))
    end = Math.max(end, to)
  }
  return [...kept, given.slice(end)].join('***')
}

/** As it stands in the URL, decoded, encoded, in JSON and with the names of HTML; escapes of characters are read in the text. */
function formsOf(part: string): string[] {
  const plain = decoded(part)
  const json = JSON.stringify(plain).slice(1, -1)
  const named = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
  return [part, plain, encodeURIComponent(plain), json, json.replaceAll('/', String.raw`\/`), named]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
