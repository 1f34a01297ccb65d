import { request } from './proxy-wires.ts'

/** What a browser sends for a web page, as bytes. */
export type PageRequest = (body: Buffer, host: string) => Buffer

const EVIL = 'https://evil.example'
const crossSite = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']
const from = (origin: string, ...headers: readonly string[]) => [`Origin: ${origin}`, ...headers]

const post =
  (type: string | undefined, headers: readonly string[]): PageRequest =>
  (body, host) =>
    request(body, host, { type, headers })
const rebound =
  (name: (host: string) => string, headers: (name: string) => readonly string[] = () => []): PageRequest =>
  (body, host) =>
    request(body, host, { host: name(host), headers: headers(name(host)) })
const port = (host: string) => host.split(':')[1] ?? ''

/** Requests of pages that are not of this machine. */
export const pageRequests: Readonly<Record<string, PageRequest>> = {
  'fetch without a preflight': post('text/plain;charset=UTF-8', from(EVIL, ...crossSite)),
  'fetch of a blob without a type': post(undefined, from(EVIL, ...crossSite)),
  'fetch with JSON': post('application/json', from(EVIL, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors')),
  beacon: post('text/plain;charset=UTF-8', from(EVIL, ...crossSite, 'Sec-Fetch-Dest: empty')),
  'form as text': post('text/plain', from('null', ...crossSite)),
  'form of fields': post('application/x-www-form-urlencoded', from('null', ...crossSite)),
  'form with files': post('multipart/form-data; boundary=x', from(EVIL, ...crossSite)),
  'origin null with JSON': post('application/json', from('null')),
  'page of a local server': post('application/json', from('http://localhost:3000')),
  'page of a file': post('application/json', from('file://')),
  'an extension': post('application/json', from('chrome-extension://abcdefghijklmnopabcdefghijklmnop')),
  'origin that begins like ours': post('application/json', from('http://127.0.0.1.evil.example')),
  'empty origin': post('application/json', from('')),
  'two origins': post('application/json', [...from(EVIL), ...from('http://127.0.0.1')]),
  preflight: (_body, host) =>
    request(Buffer.alloc(0), host, {
      line: 'OPTIONS / HTTP/1.1',
      type: undefined,
      length: undefined,
      headers: from(
        EVIL,
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: content-type',
        'Access-Control-Request-Private-Network: true',
      ),
    }),
  'preflight, then the request': (body, host) =>
    Buffer.concat([
      request(Buffer.alloc(0), host, {
        line: 'OPTIONS / HTTP/1.1',
        type: undefined,
        length: undefined,
        isLast: false,
        headers: from(EVIL, 'Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: content-type'),
      }),
      request(body, host, { headers: from(EVIL) }),
    ]),
  'image with a query': (body, host) =>
    request(Buffer.alloc(0), host, {
      line: `GET /?${encodeURIComponent(body.toString())} HTTP/1.1`,
      type: undefined,
      length: undefined,
      headers: ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Dest: image'],
    }),
  'name that resolves to this machine': rebound((host) => `evil.example:${port(host)}`),
  'name that resolves to this machine, with its origin': rebound(
    (host) => `evil.example:${port(host)}`,
    (name) => from(`http://${name}`, 'Sec-Fetch-Site: same-origin'),
  ),
  'name that begins like ours': rebound((host) => `127.0.0.1.evil.example:${port(host)}`),
  'name that ends like ours': rebound((host) => `evil-localhost:${port(host)}`),
  'name with a dot': rebound((host) => `evil.example.:${port(host)}`),
  'another port': rebound(() => '127.0.0.1:1'),
  'no port': rebound(() => 'localhost'),
  'user before the name': rebound((host) => `127.0.0.1:${port(host)}@evil.example`),
  'any address': rebound((host) => `0.0.0.0:${port(host)}`),
  'empty host': rebound(() => ''),
  WebSocket: (_body, host) => Buffer.concat([handshake(host), handshake(host, 'Connection: close')]),
}

function handshake(host: string, connection = 'Connection: keep-alive, Upgrade'): Buffer {
  return request(Buffer.alloc(0), host, {
    line: 'GET / HTTP/1.1',
    type: undefined,
    length: undefined,
    isLast: false,
    headers: from(
      EVIL,
      connection,
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ),
  })
}
