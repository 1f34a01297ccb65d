import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

export interface WireContext {
  readonly random: () => number
  /** `127.0.0.1:port` of the proxy, and of what stands behind it. */
  readonly host: string
  readonly upstreamHost: string
  /** A body that passes. */
  readonly harmless: Buffer
}

/** The bytes of one or more HTTP requests with a body; the last one asks to close the connection. */
type Wire = (body: Buffer, context: WireContext) => Buffer

interface Request {
  readonly line?: string
  readonly host?: string
  readonly headers?: readonly string[]
  readonly type?: string | undefined
  /** Default: of the body. */
  readonly length?: number | undefined
  readonly isLast?: boolean
  /** Between lines. */
  readonly end?: string
}

export function request(body: Buffer, host: string, options: Request = {}): Buffer {
  const { line = 'POST / HTTP/1.1', headers = [], isLast = true, end = '\r\n' } = options
  const type = 'type' in options ? options.type : 'application/json'
  const length = 'length' in options ? options.length : body.length
  const lines = [
    line,
    `Host: ${options.host ?? host}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
    ...(isLast ? ['Connection: close'] : []),
    ...headers,
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join(end), 'latin1'), body])
}

const plain =
  (options: Request): Wire =>
  (body, { host }) =>
    request(body, host, options)
const typed = (type: string | undefined) => plain({ type })
const line = (text: string) => plain({ line: text })

function chunks(body: Buffer, random: () => number, extension = ''): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = 1 + Math.floor(random() * Math.max(1, body.length / 3))
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'))
    at += size
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

const chunked =
  (headers: readonly string[], extension = ''): Wire =>
  (body, { host, random }) =>
    request(chunks(body, random, extension), host, { headers, length: undefined })

const CHUNKED = 'Transfer-Encoding: chunked'

/** Forms of HTTP, honest ones and ones that servers understand differently. */
export const wires: Readonly<Record<string, Wire>> = {
  plain: plain({}),
  'names in lower case': (body, { host }) =>
    Buffer.from(
      request(body, host)
        .toString('latin1')
        .replace(/^[A-Z][A-Za-z-]+:/gm, (name) => name.toLowerCase()),
      'latin1',
    ),
  'host by name': (body, { host }) => request(body, host, { host: host.replace('127.0.0.1', 'LocalHost') }),
  chunked: chunked([CHUNKED]),
  'chunked with extensions': chunked([CHUNKED], ';name="value"'),
  'chunked in another case': chunked(['TRANSFER-ENCODING: Chunked']),
  'chunked twice': chunked([CHUNKED, CHUNKED]),
  'chunked and identity': chunked(['Transfer-Encoding: chunked, identity']),
  'unknown transfer encoding': chunked(['Transfer-Encoding: xchunked']),
  'blank before the colon': chunked(['Transfer-Encoding : chunked']),
  'chunked and a length': (body, { host, random }) =>
    request(chunks(body, random), host, { headers: [CHUNKED], length: body.length }),
  'a length of 0 and chunked': (body, { host, random }) =>
    request(chunks(body, random), host, { headers: [CHUNKED], length: 0 }),
  'two equal lengths': (body, { host }) => request(body, host, { headers: [`Content-Length: ${body.length}`] }),
  'two lengths': (body, { host }) => request(body, host, { headers: ['Content-Length: 2'] }),
  'length with a sign': (body, { host }) =>
    request(body, host, { length: undefined, headers: [`Content-Length: +${body.length}`] }),
  'folded header': plain({ headers: ['X-Folded: one', ' two'] }),
  'line feeds alone': plain({ end: '\n' }),
  'zero byte in a header': plain({ headers: ['X-Zero: \0'] }),
  'expects to continue': plain({ headers: ['Expect: 100-continue'] }),
  'expects something else': plain({ headers: ['Expect: something'] }),
  'HTTP/1.0': line('POST / HTTP/1.0'),
  'unknown version': line('POST / HTTP/1.2'),
  'after a harmless request': (body, { host, harmless }) =>
    Buffer.concat([request(harmless, host, { isLast: false }), request(body, host)]),
  'before a harmless request': (body, { host, harmless }) =>
    Buffer.concat([request(body, host, { isLast: false }), request(harmless, host)]),
  'as one of many': (body, { host, harmless, random }) => {
    const first = Math.floor(random() * 8)
    const others = Array.from({ length: 8 }, () => request(harmless, host, { isLast: false }))
    return Buffer.concat([
      ...others.toSpliced(first, 0, request(body, host, { isLast: false })),
      request(harmless, host),
    ])
  },
  'inside the body of a refused request': (body, { host }) => {
    const inner = request(body, host)
    return request(inner, host, { type: 'text/plain', length: 0, isLast: false })
  },
  'behind the length of a harmless request': (body, { host, harmless }) =>
    request(Buffer.concat([harmless, request(body, host)]), host, { length: harmless.length, isLast: false }),
  'behind the last chunk of a harmless request': (body, { host, harmless, random }) =>
    request(Buffer.concat([chunks(harmless, random), request(body, host)]), host, {
      headers: [CHUNKED],
      length: undefined,
      isLast: false,
    }),
  'absolute target': (body, { host }) => request(body, host, { line: `POST http://${host}/ HTTP/1.1` }),
  'absolute target of the upstream': (body, { host, upstreamHost }) =>
    request(body, host, { line: `POST http://${upstreamHost}/ HTTP/1.1` }),
  'absolute target and host of the upstream': (body, { host, upstreamHost }) =>
    request(body, host, { line: `POST http://${upstreamHost}/ HTTP/1.1`, host: upstreamHost }),
  'tunnel to the upstream': (body, { host, upstreamHost }) =>
    Buffer.concat([
      request(Buffer.alloc(0), host, { line: `CONNECT ${upstreamHost} HTTP/1.1`, length: undefined, isLast: false }),
      request(body, upstreamHost),
    ]),
  'with a query': line('POST /?method=eth_chainId HTTP/1.1'),
  'double slash': line('POST // HTTP/1.1'),
  'path upwards': line('POST /a/../ HTTP/1.1'),
  'escaped path': line('POST /%2e HTTP/1.1'),
  'another path': line('POST /rpc/v1 HTTP/1.1'),
  'star target': line('POST * HTTP/1.1'),
  'two hosts': plain({ headers: ['Host: node.example'] }),
  'no type': typed(undefined),
  'type: text/plain': typed('text/plain;charset=UTF-8'),
  'type: form': typed('application/x-www-form-urlencoded'),
  'type: multipart': typed('multipart/form-data; boundary=x'),
  'type: UTF-16': typed('application/json; charset=utf-16le'),
  'type: UTF-7': typed('application/json; charset=utf-7'),
  'type: upper case': typed('APPLICATION/JSON'),
  'type: two': typed('application/json, text/plain'),
  'type: another JSON': typed('application/json-rpc'),
  'two types': plain({ headers: ['Content-Type: text/plain'] }),
  'gzip that is said': (body, { host }) => request(gzipSync(body), host, { headers: ['Content-Encoding: gzip'] }),
  'gzip that is not there': plain({ headers: ['Content-Encoding: gzip'] }),
  'unknown encoding': plain({ headers: ['Content-Encoding: unknown'] }),
  'method GET': line('GET / HTTP/1.1'),
  'method PUT': line('PUT / HTTP/1.1'),
  'method PATCH': line('PATCH / HTTP/1.1'),
  'method QUERY': line('QUERY / HTTP/1.1'),
  'method OPTIONS': line('OPTIONS / HTTP/1.1'),
  'method HEAD': line('HEAD / HTTP/1.1'),
  'method in lower case': line('post / HTTP/1.1'),
  'method by a header': plain({ line: 'GET / HTTP/1.1', headers: ['X-HTTP-Method-Override: POST'] }),
  'in the query': (body, { host }) => {
    const query = encodeURIComponent(body.toString('latin1')).slice(0, 6000)
    return request(Buffer.alloc(0), host, { line: `GET /?${query} HTTP/1.1`, length: undefined, type: undefined })
  },
  'upgrade to WebSocket': plain({
    headers: ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  }),
  'upgrade to HTTP/2': plain({ headers: ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'] }),
  'hop-by-hop headers': plain({ headers: ['Connection: content-length, content-type, host'] }),
  'another address in headers': plain({
    headers: ['X-Forwarded-Host: node.example', 'X-Original-URL: /admin', 'X-Forwarded-For: 127.0.0.1'],
  }),
}

/** Sends bytes over a connection of their own: everything received until it is closed. Undefined: it stayed open. */
export function exchange(port: number, bytes: Buffer, patienceMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    const patience = setTimeout(() => {
      socket.destroy()
      resolve(undefined)
    }, patienceMs)
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    // A server closes the connection of what it does not read to the end.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(received)
    })
  })
}
