import { expect, test } from 'vitest'
import { startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program } from './program.ts'

/** Says when it runs, and what signals reach it; ends by the third word. */
const LISTENER = `
process.on(process.argv[1], (name) => { console.log('got ' + name); process[process.argv[2]](process.argv[3]) })
setInterval(() => undefined, 1000)
console.log('runs')
`

const plain = (script: string, ...words: string[]) => ['--', process.execPath, '-e', script, '--', ...words]

async function behindProxy(flags: readonly string[], words: readonly string[]): Promise<Program> {
  const upstream = await startRecordingUpstream()
  const running = new Program(['proxy', ...flags, ...words], {
    TXWARDEN_HOME: temporaryFolder(),
    TXWARDEN_UPSTREAM: upstream.url,
  })
  await running.says('stdout', 'runs')
  return running
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is passed on to the command, whose code counts',
  async (name) => {
    const running = await behindProxy([], plain(LISTENER, name, 'exit', '7'))
    running.signal(name)
    expect(await running.ended).toEqual({
      code: 7,
      signal: null,
      stdout: `runs\ngot ${name}\n`,
      stderr: 'txwarden: 0 requests: 0 passed, 0 sent\n',
    })
  },
)

test('a command that a signal ended gives 128 and its number', async () => {
  const running = await behindProxy(['-q'], plain("console.log('runs'); setInterval(() => undefined, 1000)"))
  running.signal('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 143, stderr: '' })
})

test('without a command, Ctrl-C ends it with 0 after a summary', async () => {
  const upstream = await startRecordingUpstream()
  const running = new Program(['proxy', '--port', '0'], {
    TXWARDEN_HOME: temporaryFolder(),
    TXWARDEN_UPSTREAM: upstream.url,
  })
  const url = await running.address()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_sign","params":[]}',
  })
  expect(await answer.json()).toMatchObject({ error: { code: -32_003 } })
  await running.says('stderr', 'blocked eth_sign: ')
  running.signal('SIGINT')
  expect(await running.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('1 request: 0 passed') })
})
