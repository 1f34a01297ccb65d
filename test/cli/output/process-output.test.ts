import { spawnSync } from 'node:child_process'
import * as files from 'node:fs'
import {
  closeSync,
  constants,
  createWriteStream,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { OutputStream } from '../../../src/cli/io.ts'
import { type OutputDescriptor, processOutput } from '../../../src/cli/output/process-output.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants

function opened(path: string, flags: number | string): number {
  const descriptor = openSync(path, flags)
  onTestFinished(() => closeSync(descriptor))
  return descriptor
}

function side(descriptor: number, stream: OutputDescriptor['stream'], env: OutputDescriptor['env'] = {}): OutputStream {
  return processOutput({ descriptor, stream, env, files })
}

function aFile(): string {
  return join(temporaryFolder(), 'answer')
}

function aPipe(): string {
  const path = join(temporaryFolder(), 'pipe')
  expect(spawnSync('mkfifo', [path]).status).toBe(0)
  return path
}

function noStream(): Writable {
  throw new Error('a stream was made')
}

test('a short answer into a file needs no stream, and has no width but that of COLUMNS', async () => {
  const path = aFile()
  const output = side(opened(path, 'w'), noStream)
  expect([output.isTTY, output.canRedraw, output.columns]).toEqual([false, false, undefined])
  await output.write('first\n')
  await output.write('sécond\n')
  expect(readFileSync(path, 'utf8')).toBe('first\nsécond\n')
  expect(side(opened(path, 'r'), noStream, { COLUMNS: '72' }).columns).toBe(72)
})

test('a long one goes through the stream, after what came before', async () => {
  const path = aFile()
  const descriptor = opened(path, 'w')
  const output = side(descriptor, () => createWriteStream('', { fd: descriptor, autoClose: false }))
  const texts = ['short\n', 'long '.repeat(20_000), 'short\n', 'end']
  for (const text of texts) await output.write(text)
  expect(readFileSync(path, 'utf8')).toBe(texts.join(''))
})

test('many short writes to a pipe that is not read do not block', async () => {
  const path = aPipe()
  const descriptor = opened(path, O_RDWR)
  const output = side(descriptor, noStream)
  const line = `${'x'.repeat(999)}\n`
  await expect(Promise.all(Array.from({ length: 100 }, () => output.write(line)))).rejects.toThrow('a stream was made')
})

test('what a full pipe does not take waits in the stream', async () => {
  const path = aPipe()
  const reader = opened(path, O_RDWR | O_NONBLOCK)
  const descriptor = openSync(path, O_WRONLY | O_NONBLOCK)
  const full = () => writeSync(descriptor, 'x'.repeat(4096))
  let held = 0
  expect(() => {
    for (;;) held += full()
  }).toThrow('EAGAIN')
  const output = side(descriptor, () => {
    const socket = new Socket({ fd: descriptor, readable: false, writable: true })
    onTestFinished(() => void socket.destroy())
    return socket
  })
  const written = Promise.all([output.write('answer'), output.write(', and more')])
  const drained = Buffer.alloc(held)
  expect(readSync(reader, drained)).toBe(held)
  await written
  expect(drained.subarray(0, readSync(reader, drained)).toString()).toBe('answer, and more')
})

test('a reader that went away is no failure', async () => {
  const path = aPipe()
  const reader = openSync(path, O_RDONLY | O_NONBLOCK)
  const output = side(opened(path, O_WRONLY), noStream)
  closeSync(reader)
  await expect(output.write('answer')).resolves.toBeUndefined()
})

test('an answer that cannot be written is one', async () => {
  const path = aFile()
  writeFileSync(path, '')
  await expect(side(opened(path, 'r'), noStream).write('verdict')).rejects.toMatchObject({ code: 'EBADF' })
})

test.each(['/dev/null', '/dev/full'])(
  'what is neither a file nor a pipe, %s, has its stream from the start',
  (path) => {
    expect(() => side(opened(path, 'w'), noStream)).toThrow('a stream was made')
  },
)
