const START = '(?:(?:https?|wss?):/{0,9}|[a-z][a-z0-9+.-]{0,20}://)'
const URL_START = new RegExp(START, 'i')
const URL_TEXT = new RegExp(`${START}[^\\s"'<>,]+`, 'gi')

/** Flags whose value is the service itself, which errors name. */
const SERVICE_FLAGS = ['--base-url', '--management-url']

/** A typed word, of a URL in it only scheme and host: its path, query and user name may be keys. */
export function withoutUrlSecrets(word: string): string {
  const start = word.search(URL_START)
  return start < 0 ? word : word.slice(0, start) + shownUrl(word.slice(start))
}

/**
 * Returns a function that does so with the URLs of a command line, wherever a text repeats them. Other URLs, such as
 * examples, stay.
 */
export function typedUrlHider(argv: readonly string[]): (text: string) => string {
  const typed = argv.flatMap((word, index) => (isService(word, argv[index - 1]) ? [] : urlsIn(word)))
  const hidden = typed
    .flatMap((url) => [url, JSON.stringify(url).slice(1, -1), encodeURIComponent(url.toWellFormed())])
    .toSorted((one, other) => other.length - one.length)
  return (text) =>
    hidden.reduce((rest, form) => rest.replaceAll(form, () => (form.includes(':') ? shownUrl(form) : '…')), text)
}

/** The URLs of a word, and all that follows the start of the first: a URL may contain the characters that separate others. */
function urlsIn(word: string): string[] {
  const start = word.search(URL_START)
  return start < 0 ? [] : [word.slice(start), ...(word.match(URL_TEXT) ?? [])]
}

function isService(word: string, before: string | undefined): boolean {
  return !word.includes('@') && SERVICE_FLAGS.some((flag) => before === flag || word.startsWith(`${flag}=`))
}

function shownUrl(text: string): string {
  const url = URL.parse(text)
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase()
  if (!url?.host) return `${scheme}://…`
  const { pathname, search, hash, username, password, host } = url
  const isBare = pathname.replace(/^\//, '') + search + hash + username + password === ''
  return isBare ? text : `${scheme}://${host}/…`
}
