import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Fault, SILENT_NAME } from './misbehaving.ts'
import { after, answering, drip, pour, status } from './socket-actions.ts'

export interface HttpFault extends Fault {
  readonly name: string
  /** Default: http://127.0.0.1 */
  readonly origin?: (port: number) => string
}

const certificate = (name: string) => ({
  cert: readFileSync(new URL(`certificates/${name}.pem`, import.meta.url)),
  key: readFileSync(new URL(`certificates/${name}.key.pem`, import.meta.url)),
})

const MEGABYTE = 2 ** 20
const https = (port: number) => `https://127.0.0.1:${port}`
const ok = answering('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')

/** Faults of an HTTP receiver. Each one is a failure, or a success that must not delay other deliveries. */
export const httpFaults: readonly HttpFault[] = [
  { name: 'refused port' },
  { name: 'name server that never answers', origin: (port) => `http://${SILENT_NAME}:${port}`, serve: ok },
  { name: 'never answers', serve: after(() => {}) },
  { name: 'never reads', serve: (socket) => void socket.pause() },
  { name: 'closes at once', serve: (socket) => void socket.end() },
  { name: 'resets at once', serve: (socket) => void socket.resetAndDestroy() },
  { name: 'closes after the request', serve: after((socket) => void socket.end()) },
  { name: 'resets after the request', serve: after((socket) => void socket.resetAndDestroy()) },
  {
    name: 'half-open',
    serve: (socket) =>
      void socket
        .on('end', () => {})
        .resume()
        .end('HTTP/1.1 '),
  },
  {
    name: 'slow headers',
    serve: after((socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 1000)),
  },
  {
    name: 'headers without end',
    serve: after((socket) => drip(socket, `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(1000)}`, 50)),
  },
  { name: '1 MB of headers', serve: answering(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(1024)}\r\n`) },
  { name: 'one header of 1 MB', serve: answering(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(MEGABYTE)}\r\n\r\n`) },
  { name: 'half a status line', serve: answering('HTTP/1.1 2') },
  { name: 'half the headers', serve: answering('HTTP/1.1 200 OK\r\ncontent-le') },
  { name: 'HTTP/0.9', serve: answering('<html>hello</html>') },
  { name: 'HTTP/3.7', serve: answering('HTTP/3.7 200 OK\r\n\r\n') },
  { name: 'speaks SSH', serve: (socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n') },
  { name: 'speaks SMTP', serve: (socket) => void socket.write('220 mail.example.org ESMTP\r\n') },
  { name: 'speaks HTTP/2', serve: (socket) => void socket.write(Buffer.from('000000040000000000', 'hex')) },
  { name: 'random bytes', serve: answering(Buffer.from('deadbeef00ff'.repeat(100), 'hex')) },
  { name: 'status 99', serve: status('99 Odd') },
  { name: 'status 999', serve: status('999 Odd') },
  { name: '100-continue for ever', serve: after((socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n', Infinity)) },
  { name: '103 for ever', serve: after((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000), 5)) },
  {
    name: '101 upgrade',
    serve: answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
  },
  { name: 'two lengths', serve: answering('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab') },
  { name: 'negative length', serve: answering('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n') },
  {
    name: 'length and chunks',
    serve: answering('HTTP/1.1 500 No\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  },
  { name: 'body shorter than said', serve: answering('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nshort') },
  {
    name: 'body that stops',
    serve: answering('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nshort', { closes: false }),
  },
  // On a keep-alive connection, the second response would belong to the next request.
  {
    name: 'two answers to one request',
    serve: answering('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', {
      closes: false,
    }),
  },
  {
    name: 'garbage for chunks',
    serve: answering('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnope\r\n'),
  },
  {
    name: 'chunks for ever',
    serve: after((socket) =>
      drip(socket, `HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1000)}`, 20),
    ),
  },
  {
    name: 'slow body',
    serve: after((socket) => drip(socket, `HTTP/1.1 500 No\r\ncontent-length: 500\r\n\r\n${'x'.repeat(500)}`, 200)),
  },
  {
    name: '200 MB body',
    serve: after(async (socket) => {
      socket.write(`HTTP/1.1 500 No\r\ncontent-length: ${200 * MEGABYTE}\r\n\r\n`)
      await pour(socket, Buffer.alloc(MEGABYTE), 200 * MEGABYTE)
    }),
  },
  {
    name: 'endless body',
    serve: after(async (socket) => {
      socket.write('HTTP/1.1 500 No\r\n\r\n')
      await pour(socket, Buffer.alloc(MEGABYTE), Infinity)
    }),
  },
  {
    name: 'gzip bomb',
    serve: after((socket) => {
      // One compressed part, repeated: compressing everything would exceed the sender's timeout.
      const bomb = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(MEGABYTE))))
      socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 500 No\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`),
          bomb,
        ]),
      )
    }),
  },
  { name: '500', serve: status('500 Internal Server Error') },
  {
    name: '502 with a page',
    serve: status('502 Bad Gateway', 'content-type: text/html\r\n', '<html>SECRET-OF-RECEIVER</html>'),
  },
  { name: '503, Retry-After 1 s', serve: status('503 Service Unavailable', 'retry-after: 1\r\n') },
  { name: '429, Retry-After in seconds', serve: status('429 Too Many Requests', 'retry-after: 30\r\n') },
  {
    name: '429, Retry-After as a date',
    serve: (socket) =>
      status('429 Too Many Requests', `retry-after: ${new Date(Date.now() + 30_000).toUTCString()}\r\n`)?.(socket),
  },
  { name: '429, Retry-After nonsense', serve: status('429 Too Many Requests', 'retry-after: soon\r\n') },
  {
    name: '429, Retry-After for ever',
    serve: status('429 Too Many Requests', 'retry-after: 99999999999999999999\r\n'),
  },
  { name: '307 to loopback', serve: status('307 Temporary Redirect', 'location: http://127.0.0.1:1/\r\n') },
  { name: '301 to itself', serve: status('301 Moved Permanently', 'location: /\r\n') },
  { name: '300 without location', serve: status('300 Multiple Choices') },
  {
    name: '400 with an echo',
    serve: (socket) =>
      void socket.on('data', (asked) => {
        socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n${asked}`)
      }),
  },
  { name: '401', serve: status('401 Unauthorized') },
  { name: '408', serve: status('408 Request Timeout') },
  {
    name: 'self-signed',
    origin: https,
    tls: {
      cert: readFileSync(new URL('./certificates/self-signed.pem', import.meta.url)),
      key: readFileSync(new URL('./certificates/self-signed.key.pem', import.meta.url)),
    },
    serve: ok,
  },
  { name: 'expired certificate', origin: https, tls: certificate('expired'), serve: ok },
  { name: 'certificate for another name', origin: https, tls: certificate('other-name'), serve: ok },
  { name: 'plain HTTP where TLS is due', origin: https, serve: ok },
  { name: 'silent TLS handshake', origin: https, serve: after(() => {}) },
  { name: 'closes in the TLS handshake', origin: https, serve: after((socket) => void socket.end()) },
  { name: 'TLS, then silence', origin: https, tls: certificate('trusted'), serve: after(() => {}) },
  {
    name: 'TLS, cut in the answer',
    origin: https,
    tls: certificate('trusted'),
    serve: after((socket) => void socket.write('HTTP/1.1 2', () => socket.destroy())),
  },
]
