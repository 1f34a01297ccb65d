import { expect, test } from 'vitest'
import { answer } from '../../src/proxy/answer.ts'
import type { UpstreamOutcome } from '../../src/proxy/decide/decision.ts'
import { openUpstream } from '../../src/proxy/http/upstream.ts'
import { startFault } from '../support/misbehaving.ts'
import { httpFaults } from '../support/misbehaving-http.ts'
import { call, notification } from '../support/proxy/post.ts'
import { type Behaviour, behaviours, saying, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { routeDeps } from '../support/proxy/route-deps.ts'
import { ALLOWED_ADDRESS } from '../support/proxy/start.ts'
import { signers } from '../support/proxy/transactions.ts'

const send = (id: number) => call('eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, value: '0x1' }], id)
const SHORT_MS = 100
/** Two sends, and a call that is refused, so that the body is taken apart. */
const batch = [send(1), send(2), call('eth_sign', [], 3)]

/** How each send of a body was taken, of which a person approved all. */
async function outcomeOf(url: string, body: unknown, answerMs?: number): Promise<string[]> {
  const upstream = openUpstream(new URL(url), {}, answerMs)
  const outcomes: UpstreamOutcome[] = []
  const failed: unknown[] = []
  const { chainId, senderCode } = routeDeps().upstream
  const deps = routeDeps({
    upstream: { ...upstream, chainId, senderCode },
    holds: async () => ({ kind: 'forward', onOutcome: async (outcome) => void outcomes.push(outcome) }),
    events: { fault: (error) => void failed.push(error) },
  })
  await answer(Buffer.from(JSON.stringify(body)), [], deps, new AbortController().signal)
  await upstream.close()
  expect(failed).toEqual([])
  return outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : (Object.keys(outcome)[0] ?? '')))
}

/** With the id of the first call. */
const saysOf =
  (text: (id: string) => string, status = 200): Behaviour =>
  (_arrived, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text('1'))
const error = '"error":{"code":-32000,"message":"nonce too low"}'

/** Alone, and in a batch. */
type Row = readonly [alone: string, first: string, second: string]
const UNKNOWN: Row = ['unknown', 'unknown', 'unknown']
const rows: Readonly<Record<string, readonly [Behaviour, Row]>> = {
  'a result': [behaviours.honest, ['result', 'result', 'result']],
  'a compressed result': [behaviours.gzip, ['result', 'result', 'result']],
  'results in another order': [behaviours['other order'], ['result', 'result', 'result']],
  'a result for one of two': [behaviours['missing members'], ['result', 'unknown', 'result']],
  'results twice': [behaviours['answers twice'], ['result', 'unknown', 'unknown']],
  'another id': [behaviours['wrong ids'], UNKNOWN],
  'the id as text': [behaviours['ids as text'], UNKNOWN],
  'a result without an id': [saysOf(() => '{"result":"0x1"}'), UNKNOWN],
  'a null result': [saysOf((id) => `{"id":${id},"result":null,"error":null}`), ['result', 'result', 'unknown']],
  'an error': [saysOf((id) => `{"id":${id},${error}}`), ['error', 'error', 'unknown']],
  'an error with a result': [saysOf((id) => `{"id":${id},"result":"0x1",${error}}`), ['error', 'error', 'unknown']],
  'an error with status 500': [saysOf((id) => `{"id":${id},${error}}`, 500), ['error', 'error', 'unknown']],
  'neither result nor error': [saysOf((id) => `{"id":${id}}`), UNKNOWN],
  'an error for all': [behaviours['one error for a batch'], ['error', 'unknown', 'unknown']],
  'an error for all that is none': [saysOf(() => '{"id":null,"error":"no"}'), UNKNOWN],
  'a rate limit': [behaviours['429'], ['error', 'unknown', 'unknown']],
  'a page': [behaviours.HTML, UNKNOWN],
  'a refused page': [behaviours['403 HTML'], UNKNOWN],
  'a failure': [behaviours['500'], UNKNOWN],
  nothing: [behaviours['empty body'], UNKNOWN],
  'half of a result': [saysOf((id) => `{"id":${id},"result":"0x`), UNKNOWN],
  'an unknown encoding': [saying(200, '{"id":1,"result":"0x1"}', { 'content-encoding': 'rot13' }), UNKNOWN],
  'more than is read': [saying(200, `{"id":1,"result":"0x1"}${' '.repeat(16 * 1024 * 1024)}`), UNKNOWN],
  'a redirect': [saying(307, '{"id":1,"result":"0x1"}', { location: '/' }), UNKNOWN],
  'a cut connection': [behaviours.closes, UNKNOWN],
  'a cut in the headers': [behaviours['closes in the headers'], UNKNOWN],
  'a cut in the body': [behaviours['closes in the body'], UNKNOWN],
  'no answer in time': [behaviours.hangs, UNKNOWN],
}

test('how sends were taken, by what the upstream answers: never a guess', async () => {
  const upstream = await startRecordingUpstream()
  const found: Record<string, readonly string[]> = {}
  for (const [name, [behaviour]] of Object.entries(rows)) {
    upstream.behaviour = behaviour
    // Not where an answer is due: the machine may be busy.
    const answerMs = behaviour === behaviours.hangs ? SHORT_MS : undefined
    const alone = await outcomeOf(upstream.url, send(1), answerMs)
    found[name] = [...alone, ...(await outcomeOf(upstream.url, batch, answerMs))]
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(rows).map(([name, [, row]]) => [name, row])))
  upstream.behaviour = behaviours.honest
  const { method, params } = send(1)
  expect(await outcomeOf(upstream.url, notification(method, params))).toEqual(['unknown'])
})

/** Without a connection nothing was written. After it nobody knows: a TLS alert may also come after the request. */
const faults: Readonly<Record<string, 'unsent' | 'unknown'>> = {
  'refused port': 'unsent',
  'closes at once': 'unknown',
  'resets at once': 'unknown',
  'never answers': 'unknown',
  'never reads': 'unknown',
  'closes after the request': 'unknown',
  'resets after the request': 'unknown',
  'half a status line': 'unknown',
  'half the headers': 'unknown',
  'HTTP/0.9': 'unknown',
  'random bytes': 'unknown',
  '101 upgrade': 'unknown',
  'body shorter than said': 'unknown',
  'garbage for chunks': 'unknown',
  'expired certificate': 'unknown',
  'plain HTTP where TLS is due': 'unknown',
  'closes in the TLS handshake': 'unknown',
}

test('how sends were taken, by what becomes of the connection: not sent only where nothing was written', async () => {
  const found: Record<string, readonly string[]> = {}
  const chosen = httpFaults.filter(({ name }) => Object.hasOwn(faults, name))
  await Promise.all(
    chosen.map(async (fault) => {
      const { port, close } = await startFault(fault)
      const url = fault.origin?.(port) ?? `http://127.0.0.1:${port}`
      found[fault.name] = [...(await outcomeOf(url, send(1), SHORT_MS)), ...(await outcomeOf(url, batch, SHORT_MS))]
      await close()
    }),
  )
  found['no such host'] = await outcomeOf('http://no-such-host.invalid', send(1))
  expect(found).toEqual({
    ...Object.fromEntries(Object.entries(faults).map(([name, taken]) => [name, [taken, taken, taken]])),
    'no such host': ['unsent'],
  })
})
