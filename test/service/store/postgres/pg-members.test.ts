import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  backendProcess,
  runBatch,
  sendTurnTogether,
  terminate,
} from '../../../../src/service/store/postgres/pg-members.ts'

const PROCESS = 4711

/** A message of the protocol: its type, its length, its content. */
function message(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

function numbers(...values: readonly number[]): Buffer {
  const content = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) content.writeInt32BE(value, index * 4)
  return content
}

/** The description of one 64-bit integer, a row with it, and the end. */
function rowOf(text: string): { readonly description: Buffer; readonly row: Buffer } {
  const one = Buffer.from([0, 1])
  const column = Buffer.concat([Buffer.from('n\0'), numbers(0), Buffer.alloc(2), numbers(20), Buffer.alloc(8)])
  return {
    description: message('T', Buffer.concat([one, column])),
    row: message('D', Buffer.concat([one, numbers(text.length), Buffer.from(text)])),
  }
}

/** The answer of a server to one message. `select 12` has one row; a statement with `wrong` fails. */
function answerTo(type: string, statement: string): Buffer | undefined {
  const [, value] = /select (\w+)/.exec(statement) ?? []
  if (type === 'P' && statement.includes('wrong'))
    return message('E', Buffer.from('SERROR\0VERROR\0C42601\0Msyntax error\0\0'))
  if (type === 'P') return message('1')
  if (type === 'B') return message('2')
  if (type === 'D') return value === undefined ? message('n') : rowOf(value).description
  if (type !== 'E') return undefined
  if (value === undefined) return message('C', Buffer.from('INSERT 0 1\0'))
  return Buffer.concat([rowOf(value).row, message('C', Buffer.from('SELECT 1\0'))])
}

/** A server that answers at Sync, and skips messages after an error; and a client of it. */
async function connected() {
  const received: string[] = []
  const packets: number[] = []
  const isAnswering = { now: true }
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(
        Buffer.concat([message('R', numbers(0)), message('K', numbers(PROCESS, 1)), message('Z', Buffer.from('I'))]),
      )
      socket.on('data', (bytes) => {
        packets.push(bytes.length)
        let hasFailed = false
        let statement = ''
        for (let at = 0; at < bytes.length; ) {
          const length = bytes.readInt32BE(at + 1)
          const type = bytes.toString('latin1', at, at + 1)
          if (type === 'P') statement = bytes.toString('utf8', at + 5, at + 1 + length)
          const answer = answerTo(type, statement)
          at += 1 + length
          received.push(type)
          if (!isAnswering.now) continue
          if (type === 'S') socket.write(message('Z', Buffer.from('I')))
          else if (answer && !hasFailed) socket.write(answer)
          hasFailed = type !== 'S' && (hasFailed || answer?.toString('latin1', 0, 1) === 'E')
        }
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const types = { getTypeParser: (oid: number) => (oid === 20 ? readInteger : String) } as pg.CustomTypesConfig
  const options = { host: '127.0.0.1', port, user: 'u', database: 'd', password: 'p', pipeline: true, types }
  const client = new pg.Client(options)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { client: client as unknown as pg.PoolClient, received, packets, isAnswering }
}

function readInteger(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`not a number: ${text}`)
  return Number(text)
}

const insert = (name: string, sql = `insert ${name}`) => ({ sql, parameters: ['x'], name })

test('the process of the server is that which it named', async () => {
  const { client } = await connected()
  expect(backendProcess(client)).toBe(PROCESS)
})

test('a batch has one Sync, prepares a statement once, and has the result of the last', async () => {
  const { client, received } = await connected()
  expect(await runBatch(client, [insert('a'), insert('b')])).toMatchObject({ command: 'INSERT', rowCount: 1 })
  expect(received.join('')).toBe('PBDEPBDES')
  await runBatch(client, [insert('a'), insert('b')])
  expect(received.join('').slice(9)).toBe('BDEBDES')
})

test('rows of a batch are read as the client reads them', async () => {
  const { client } = await connected()
  const read = (value: string) => runBatch(client, [insert('a'), { sql: `select ${value}`, parameters: ['x'] }])
  expect((await read('12')).rows).toEqual([{ n: 12 }])
  await expect(read('many')).rejects.toThrow('not a number: many')
  expect((await read('13')).rows).toEqual([{ n: 13 }])
})

test('what the server skipped after an error is prepared again', async () => {
  const { client, received } = await connected()
  const batch = runBatch(client, [insert('a'), insert('b', 'wrong'), insert('c')])
  await expect(batch).rejects.toMatchObject({ code: '42601' })
  received.length = 0
  await runBatch(client, [insert('a'), insert('b'), insert('c')])
  expect(received.join('')).toBe('BDEPBDEPBDES')
})

test('statements of one turn are one packet', async () => {
  const { client, received, packets } = await connected()
  sendTurnTogether(client)
  await Promise.all([runBatch(client, [insert('a')]), client.query({ text: 'insert c', name: 'c', values: ['x'] })])
  expect(received.join('')).toBe('PBDESPBDES')
  expect(packets).toHaveLength(1)
})

test('a statement of a terminated connection fails for the reason', async () => {
  const { client, isAnswering } = await connected()
  isAnswering.now = false
  const waiting = runBatch(client, [insert('a')])
  terminate(client, new Error('connection terminated: silent'))
  await expect(waiting).rejects.toThrow('connection terminated: silent')
})
