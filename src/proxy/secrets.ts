import { findChain } from '../api/chains.ts'

/** Parts of the URL of an upstream that could be keys, in the forms in which a text quotes them. */
export interface Secrets {
  readonly isEmpty: boolean
  isIn(text: string): boolean
  /** With *** in their place. */
  hidden(text: string): string
}

/** Names of most networks and versions are shorter. */
const MIN_SECRET = 8

/** Whether it could have a key, also one that is too short to be looked for in texts. */
export function mayHoldKey(url: URL): boolean {
  return url.username + url.password + url.search !== '' || !secretsOf(url).isEmpty
}

export function secretsOf({ hostname, pathname, searchParams, search, username, password }: URL): Secrets {
  const credentials = `${decoded(username)}:${decoded(password)}`
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
    Buffer.from(credentials).toString('base64'),
  ]
  const forms = parts.filter((part) => part.length >= MIN_SECRET).flatMap(formsOf)
  // The longest first: one may hold another.
  const longest = [...new Set(forms.map(inLowerCase))].toSorted((one, other) => other.length - one.length)
  return {
    isEmpty: longest.length === 0,
    isIn: (text) => longest.some((form) => inLowerCase(text).includes(form)),
    hidden: (text) => longest.reduce(without, text),
  }
}

/** Of a name in a host, as https://<key>.eth.rpc.rivet.cloud: names of machines and regions are shorter, or have words. */
function isKeyOfHost(name: string): boolean {
  return (/^[0-9a-z]{16,}$/.test(name) && /[0-9]/.test(name)) || /^[0-9a-f-]{32,}$/.test(name)
}

/** Of as many characters, which `toLowerCase` does not promise. */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function without(text: string, form: string): string {
  const searched = inLowerCase(text)
  const kept: string[] = []
  let from = 0
  for (let at = searched.indexOf(form); at >= 0; at = searched.indexOf(form, from)) {
    kept.push(text.slice(from, at))
    from = at + form.length
  }
  return [...kept, text.slice(from)].join('***')
}

/** As it stands in the URL, decoded, encoded, and in JSON (also that of Go) and HTML. */
function formsOf(part: string): string[] {
  const plain = decoded(part)
  const json = JSON.stringify(plain).slice(1, -1)
  const go = json.replace(/[&<>]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
  const html = plain.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  const named = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
  return [part, plain, encodeURIComponent(plain), json, json.replaceAll('/', String.raw`\/`), go, html, named]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
