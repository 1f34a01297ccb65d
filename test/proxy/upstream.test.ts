import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startFault } from '../support/misbehaving.ts'
import { httpFaults } from '../support/misbehaving-http.ts'
import { call, notification, post } from '../support/proxy/post.ts'
import { behaviours, saying, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const KEY = 'f00dfeedf00dfeedf00dfeed'
const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
const certificate = (name: string) => ({
  cert: readFileSync(new URL(`../support/certificates/${name}.pem`, import.meta.url)),
  key: readFileSync(new URL(`../support/certificates/${name}.key.pem`, import.meta.url)),
})

/** A proxy before an URL with a key in each of its parts. */
async function proxyTo(origin: string, options: Parameters<typeof startProxyForTest>[0] = {}) {
  const url = new URL(`/v3/${KEY}?key=${KEY}&x=${KEY}`, origin)
  url.username = KEY
  url.password = KEY
  return { ...(await startProxyForTest({ ...options, upstreams: new Map([['/', url]]) })), host: url.host }
}

describe('an upstream without an answer', () => {
  const faults = httpFaults.filter(({ name }) =>
    [
      'refused port',
      'closes at once',
      'resets at once',
      'closes after the request',
      'resets after the request',
      '1 MB of headers',
      'half a status line',
      'half the headers',
      'HTTP/0.9',
      'HTTP/3.7',
      'speaks SSH',
      'random bytes',
      '101 upgrade',
      'two lengths',
      'negative length',
      '307 to loopback',
      '301 to itself',
      '300 without location',
      'self-signed',
      'expired certificate',
      'certificate for another name',
      'plain HTTP where TLS is due',
      'closes in the TLS handshake',
    ].includes(name),
  )
  test.each(faults)('$name: each call gets an error that names the host at most', async (fault) => {
    const misbehaving = await startFault(fault)
    const origin = fault.origin?.(misbehaving.port) ?? `http://127.0.0.1:${misbehaving.port}`
    const { url, host, reported } = await proxyTo(origin)
    const batch = await post(url, [call('eth_call', [], 1), notification('eth_call'), call('eth_call', [], 'b')])
    const single = await post(url, call('eth_call', [], 7))
    const sent = await post(url, call('eth_sendRawTransaction', [raw], 8))
    await misbehaving.close()
    expect([batch.status, single.status, sent.status]).toEqual([200, 200, 200])
    expect(batch.answers).toMatchObject([{ id: 1 }, { id: 'b' }])
    for (const { error } of [...batch.answers, single.answer, sent.answer]) {
      expect(error?.code).toBe(-32_002)
      expect(error?.message).toMatch(new RegExp(`^the upstream ${host}`))
    }
    expect(single.answer.id).toBe(7)
    const everything = JSON.stringify([batch, single, sent, reported])
    expect(everything).not.toContain(KEY)
    expect(reported).toEqual([])
  })

  test('faults of the list exist', () => expect(faults).toHaveLength(23))

  test('an answer that breaks off: an error, or it breaks off at the client as well', async () => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = behaviours['closes in the body']
    for (const request of [call('eth_call', [], 3), call('eth_sendRawTransaction', [raw], 3)])
      expect((await post(url, request)).answer).toMatchObject({ id: 3, error: { code: -32_002 } })
    upstream.behaviour = (_arrived, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x'.repeat(100_000), () => response.destroy())
    }
    await expect(post(url, call('eth_call'))).rejects.toThrow()
  })

  test('a name that does not exist', async () => {
    const { url } = await proxyTo('http://no-such-host.invalid')
    expect((await post(url, call('eth_call'))).answer.error?.message).toMatch(
      /^the upstream no-such-host\.invalid: (?:host not found|DNS lookup failed)/,
    )
  })
})

test('a key in the name of the host is shown nowhere', async () => {
  const { url, proxy, notes, reported } = await startProxyForTest({
    upstreams: new Map([['/', new URL(`http://${KEY}.eth.rpc.invalid:81`)]]),
  })
  const answers = [await post(url, call('eth_call')), await post(url, call('eth_sendRawTransaction', [raw]))]
  for (const { answer } of answers)
    expect(answer.error?.message).toMatch(/^the upstream \*\*\*\.eth\.rpc\.invalid:81\b/)
  expect(proxy.nodes.get('/')?.host).toBe('***.eth.rpc.invalid:81')
  expect(JSON.stringify([answers, notes, reported, proxy.tally.lines])).not.toContain(KEY)
})

test('a trusted certificate is needed, and used', async () => {
  const upstream = await startRecordingUpstream({ tls: certificate('self-signed') })
  const { url } = await proxyTo(upstream.url)
  expect((await post(url, call('eth_call'))).answer.error?.message).toContain('no trusted TLS connection')
  expect(upstream.arrived).toEqual([])
})

test('no redirect is followed or passed on', async () => {
  const other = await startRecordingUpstream()
  for (const status of [301, 302, 303, 307, 308]) {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = saying(status, `see ${other.url}`, { location: other.url })
    const { status: returned, headers, answer } = await post(url, call('eth_call'))
    expect([returned, headers.location, answer.error?.code]).toEqual([200, undefined, -32_002])
    expect(answer.error?.message).not.toContain(other.url)
  }
  expect(other.arrived).toEqual([])
})

test('headers that name the URL do not come back', async () => {
  const upstream = await startRecordingUpstream()
  const { url } = await proxyTo(upstream.url, { upstream })
  upstream.behaviour = saying(200, '{}', {
    'content-location': '/v3',
    link: '</v3>; rel=self',
    'www-authenticate': 'Basic',
    'x-request-url': `https://node.example.org/v3/${KEY}`,
    'x-rate-limit': '5',
  })
  const { headers } = await post(url, call('eth_call'))
  expect(headers['x-rate-limit']).toBe('5')
  for (const name of ['content-location', 'link', 'www-authenticate', 'x-request-url'])
    expect(headers[name]).toBeUndefined()
  expect(upstream.arrived[0]?.path).toBe(`/v3/${KEY}?key=${KEY}&x=${KEY}`)
})

describe('bodies that name the URL', () => {
  const user = 'us/er&"name'
  const password = 'pass<word>'
  const segment = 'p+ath key.*'
  const value = 'va=lue&/key'
  const escapeOf = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0')
  /** As servers quote what they were asked. */
  const quotes: Readonly<Record<string, (path: string) => string>> = {
    Express: (path) => `<pre>Cannot POST ${path}</pre>`,
    'upper case': (path) => `NO ${path.toUpperCase()}`,
    decoded: () => `no project ${segment}, no ${value}, no ${user}:${password}`,
    encoded: () => [segment, value, user, password].map(encodeURIComponent).join(' '),
    JSON: (path) => JSON.stringify({ error: { code: 1, message: path, data: [segment, value, user, password] } }),
    'JSON with slashes escaped': () => JSON.stringify([value, user]).replaceAll('/', String.raw`\/`),
    'HTML of words': () => [value, user].map((text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')).join(),
    'HTML of numbers': () => [value, user].map((text) => text.replace(/[&"]/g, (c) => `&#${c.charCodeAt(0)};`)).join(),
    'JSON of Go': () =>
      JSON.stringify({ error: { message: [value, password].join() } }).replace(
        /[&<>]/g,
        (c) => `\\u00${c.charCodeAt(0).toString(16)}`,
      ),
    'JSON with every character escaped': (path) => [...path].map((c) => `\\u${escapeOf(c, 4)}`).join(''),
    'JSON with all but letters escaped': (path) =>
      path.replace(/[^a-z]/gi, (c) => `\\u${escapeOf(c, 4).toUpperCase()}`),
    'JavaScript with all but letters escaped': (path) => path.replace(/[^a-z]/gi, (c) => `\\x${escapeOf(c, 2)}`),
    'HTML with all but letters escaped': (path) => path.replace(/[^a-z]/gi, (c) => `&#x${escapeOf(c, 2)};`),
    'a URL with every character escaped': (path) =>
      [...decodeURIComponent(path)].map((c) => `%${escapeOf(c, 2)}`).join(''),
    credentials: () => `Basic ${btoa(`${user}:${password}`)}`,
    'a key without a value': (path) => path.slice(path.lastIndexOf('&') + 1),
  }

  test('come back without keys, where the status is that of an error, or the answer is no result', async () => {
    const upstream = await startRecordingUpstream()
    const address = new URL(`/v3/${encodeURIComponent(segment)}/`, upstream.url)
    address.search = `?id=${encodeURIComponent(value)}&x=1&${KEY}`
    address.username = user
    address.password = password
    const { url } = await startProxyForTest({ upstream, upstreams: new Map([['/', address]]) })
    const secrets = [segment, value, user, password, KEY, btoa(`${user}:${password}`)]
    const forms = secrets.flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])
    const requests = [
      call('eth_call'),
      call('eth_sendRawTransaction', [raw]),
      [call('eth_call', [], 1), call('eth_sign', [], 2)],
    ]
    for (const [name, quote] of Object.entries(quotes))
      for (const [status, encoding] of [
        [200, 'gzip'],
        [203, 'identity'],
        [404, 'gzip'],
        [429, 'identity'],
        [503, 'br'],
      ] as const) {
        const text = quote(`${address.pathname}${address.search}`)
        const body = { identity: Buffer.from, gzip: gzipSync, br: brotliCompressSync }[encoding](text)
        const sized: Record<string, string> =
          status === 429 || status === 203 ? { 'content-length': String(body.length) } : {}
        upstream.behaviour = saying(status, body, { ...sized, 'content-encoding': encoding, etag: '"1"' })
        for (const request of requests) {
          const answer = await post(url, request)
          const received = answer.body.toString().toLowerCase()
          for (const form of forms) expect(received, `${name} ${status}`).not.toContain(form.toLowerCase())
          if (Array.isArray(request)) continue
          expect([answer.status, answer.headers['content-encoding'], received]).toEqual([
            status,
            undefined,
            expect.stringContaining('***'),
          ])
        }
      }
  })

  const leak = (id: number) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"POST /v3/${KEY}"}}`
  const kept = (id: number) => `{"jsonrpc": "2.0","id":${id},"result":["${KEY}",18446744073709551615]}`
  const both = `{"jsonrpc":"2.0","id":1,"result":null,"error":{"message":"x","data":{"url":"?key=${KEY}"}}}`
  const types: Record<string, string>[] = [
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json; charset=utf-8', 'transfer-encoding': 'chunked' },
    { 'content-type': 'text/plain' },
    {},
  ]

  test.each([
    ['alone', call('eth_call', [], 1), leak(1), leak(1).replace(KEY, '***')],
    ['with a null result', call('eth_call', [], 1), both, both.replace(KEY, '***')],
    ['without an error', call('eth_call', [], 1), `{"message":"no ${KEY}"}`, '{"message":"no ***"}'],
    [
      'in a batch, where results are kept',
      [call('eth_call', [], 1), call('eth_call', [], 2), call('eth_call', [], 3)],
      `[${kept(1)}, ${leak(2)},${kept(3)}]`,
      `[${kept(1)},${leak(2).replace(KEY, '***')},${kept(3)}]`,
    ],
  ])('errors in an answer with status 200 come back without keys: %s', async (_, request, body, shown) => {
    const upstream = await startRecordingUpstream()
    const { url } = await proxyTo(upstream.url, { upstream })
    for (const type of types)
      for (const encoding of ['identity', 'gzip']) {
        const bytes = encoding === 'gzip' ? gzipSync(body) : Buffer.from(body)
        const headers = { ...type, ...(encoding === 'gzip' && { 'content-encoding': encoding }) }
        upstream.behaviour = saying(200, bytes, headers)
        const answer = await post(url, request)
        expect([answer.status, answer.body.toString()], `${JSON.stringify(headers)}`).toEqual([200, shown])
        expect(answer.headers['content-length']).toBe(String(shown.length))
      }
  })

  test('without one, errors come back byte for byte, and so does every result', async () => {
    const upstream = await startRecordingUpstream()
    const { url } = await proxyTo(upstream.url, { upstream })
    const bodies: [number, Buffer, Record<string, string>][] = [
      [500, Buffer.from([0xff, 0xfe, 0x00]), {}],
      [404, gzipSync('not here'), { 'content-encoding': 'gzip' }],
      [200, Buffer.from(`{"jsonrpc":"2.0","id":1,"result":"${KEY}"}`), {}],
      [200, Buffer.from(`{"jsonrpc":"2.0","id":1,"result":"${KEY}"}`), { 'content-type': 'text/html' }],
      [200, Buffer.from(`\n [{"result":"${KEY}${'0'.repeat(1024 * 1024)}"}]`), {}],
      [200, gzipSync(`{"result":"${KEY}"}`), { 'content-encoding': 'gzip' }],
      [
        200,
        gzipSync(`{"result":"${KEY}${'0'.repeat(2 * 1024 * 1024)}"}`),
        { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      ],
      [200, Buffer.from('<html>no key here</html>'), { 'content-type': 'text/html' }],
      [200, Buffer.from(`[${kept(1)} ,\n${kept(2)}]`), { 'content-type': 'application/json' }],
      [200, Buffer.from('{"id":1, "error":{"code":1,"message":"no"}}'), { 'content-type': 'application/json' }],
      [200, Buffer.from(`{"id":1,"result":{"error":"${KEY}"} }`), { 'content-type': 'application/json' }],
    ]
    for (const [status, body, headers] of bodies) {
      upstream.behaviour = saying(status, body, headers)
      const answer = await post(url, call('eth_call'))
      expect([answer.status, answer.body, answer.headers['content-encoding']]).toEqual([
        status,
        body,
        headers['content-encoding'],
      ])
    }
  })

  test.each([
    ['too large', `${KEY}${' '.repeat(1024 * 1024)}`, {}],
    ['in an encoding that nobody knows', KEY, { 'content-encoding': 'rot13' }],
    ['in an encoding that it has not', KEY, { 'content-encoding': 'gzip' }],
  ])('that cannot be read do not come back: %s', async (_, body, headers) => {
    const upstream = await startRecordingUpstream()
    const { url, host } = await proxyTo(upstream.url, { upstream })
    for (const status of [200, 502]) {
      upstream.behaviour = saying(status, body, headers)
      const { answer } = await post(url, call('eth_call'))
      const message = `the upstream ${host} answered with HTTP status ${status} and what cannot be read`
      expect(answer.error).toMatchObject({ code: -32_002, message })
    }
  })
})

describe('how a send was taken', () => {
  /** What the proxy learned about one send. */
  async function learned(behaviour: keyof typeof behaviours, request: unknown) {
    const { url, upstream, proxy } = await startProxyForTest()
    upstream.results.set('eth_sendRawTransaction', () => ({ result: hash }))
    upstream.behaviour = behaviours[behaviour]
    const posted = await post(url, request).catch(() => undefined)
    return { posted, proxy, upstream }
  }

  test.each(['honest', 'gzip', 'other order'] as const)('%s: with its result', async (behaviour) => {
    const { posted } = await learned(behaviour, call('eth_sendRawTransaction', [raw]))
    expect(posted?.status).toBe(200)
  })

  test.each(Object.keys(behaviours).filter((name) => name !== 'hangs') as (keyof typeof behaviours)[])(
    '%s: sent once',
    async (behaviour) => {
      const { upstream } = await learned(behaviour, call('eth_sendRawTransaction', [raw]))
      expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
    },
  )
})
