import { parseJson } from '../shared/json.ts'
import { decodedText } from './decoded-text.ts'
import type { UpstreamAnswer } from './http-answer.ts'
import { readBounded } from './read-bounded.ts'
import type { Secrets } from './secrets.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Of an answer with an error status, and of a page. */
const MAX_PAGE_BYTES = 1024 * 1024

/** About the bytes of a body. */
const OF_BYTES = /^(?:content-length|content-encoding|content-md5|content-digest|digest|repr-digest|etag)$/

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i

/**
 * Pages name the path that they did not find, also with status 200. JSON that is no error has the data of a chain, and is not
 * changed.
 */
export async function withoutSecrets(answer: UpstreamAnswer, secrets: Secrets, host: string): Promise<UpstreamAnswer> {
  const { status, headers, body } = answer
  const isError = status >= 400
  if (secrets.isEmpty || (!isError && JSON_TYPE.test(String(headers['content-type'])))) return answer
  const { bytes, whole } = await readBounded(body, MAX_PAGE_BYTES)
  if (whole && !isError && /^\s*[{[]/.test(bytes.toString('latin1', 0, 1024))) return { ...answer, body: whole }
  whole?.destroy()
  const text = whole ? '' : await decodedText(bytes, headers['content-encoding'], MAX_PAGE_BYTES)
  if (text === '' && bytes.length > 0)
    throw new UpstreamFault(`the upstream ${host} answered with HTTP status ${status} and what cannot be read`, true)
  if (!secrets.isIn(text) || (!isError && typeof parseJson(text) === 'object')) return { ...answer, body: bytes }
  const shown = Buffer.from(secrets.hidden(text))
  const kept = Object.entries(headers).filter(([name]) => !OF_BYTES.test(name))
  return { status, headers: { ...Object.fromEntries(kept), 'content-length': String(shown.length) }, body: shown }
}
