import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { SHELL_COMMAND } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Program } from './program.ts'

test('a reader that has seen enough ends the program quietly', async () => {
  // More than a pipe holds, so that the program still writes when the reader is gone.
  const line = `{ ${SHELL_COMMAND} api --openapi; echo "code $?" >&2; } | head -1`
  const shell = spawn('sh', ['-c', line], {
    env: { PATH: process.env.PATH, TXWARDEN_HOME: temporaryFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(await Promise.all([text(shell.stdout), text(shell.stderr)])).toEqual(['{\n', 'code 0\n'])
})

test('SIGINT while an answer is waited for ends it with 130', async () => {
  const silent = createServer()
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void silent.close())
  const asking = new Program(['control-list', 'list'], {
    TXWARDEN_HOME: temporaryFolder(),
    TXWARDEN_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    TXWARDEN_MANAGEMENT_KEY: 'a-key-for-nobody',
  })
  const [socket] = await once(silent, 'connection')
  await once(socket, 'data')

  asking.signal('SIGINT')

  expect(await asking.ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('interrupted') })
})
