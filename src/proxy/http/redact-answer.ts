import { isRecord, parseJson } from '../../shared/json/json.ts'
import { arrayItems } from '../rpc/array-items.ts'
import { decodedText } from '../rpc/decoded-text.ts'
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
 * Pages and errors name the path of the request, also with status 200. Results have the data of a chain, and are not changed: of a
 * batch, each answer counts alone. Larger answers with the status of a success pass unread.
 */
export async function withoutSecrets(answer: UpstreamAnswer, secrets: Secrets, host: string): Promise<UpstreamAnswer> {
  if (secrets.isEmpty) return answer
  const { status, headers, body } = answer
  const isSuccess = status < 400
  const { bytes, whole } = await readBounded(body, MAX_PAGE_BYTES)
  const isTyped = isSuccess && JSON_TYPE.test(String(headers['content-type']))
  const isJson = isTyped || (isSuccess && /^\s*[{[]/.test(bytes.toString('latin1', 0, 1024)))
  if (whole && isJson) return { ...answer, body: whole }
  whole?.destroy()
  const unchanged = { ...answer, body: bytes }
  if (isJson && isPlainResult(bytes)) return unchanged
  const text = whole ? '' : await decodedText(bytes, headers['content-encoding'], MAX_PAGE_BYTES)
  if (text === '' && bytes.length > 0) {
    if (isTyped) return unchanged
    throw new UpstreamFault(`the upstream ${host} answered with HTTP status ${status} and what cannot be read`, true)
  }
  if (!secrets.isIn(text)) return unchanged
  const hidden = isSuccess ? hiddenInErrors(text, secrets) : secrets.hidden(text)
  if (hidden === text) return unchanged
  const shown = Buffer.from(hidden)
  const kept = Object.entries(headers).filter(([name]) => !OF_BYTES.test(name))
  return { status, headers: { ...Object.fromEntries(kept), 'content-length': String(shown.length) }, body: shown }
}

/** Recognises what nearly all answers are, without reading them. */
function isPlainResult(bytes: Buffer): boolean {
  return bytes.includes('"result"') && !bytes.includes('"error"')
}

function hiddenInErrors(text: string, secrets: Secrets): string {
  const value = parseJson(text)
  if (isResult(value)) return text
  if (!Array.isArray(value)) return secrets.hidden(text)
  const items = arrayItems(text).map((item, index) => (isResult(value[index]) ? item : secrets.hidden(item)))
  return `[${items.join(',')}]`
}

function isResult(value: unknown): boolean {
  return isRecord(value) && 'result' in value && (value.error ?? null) === null
}
