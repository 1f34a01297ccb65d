import { describe, expect, test } from 'vitest'
import { makeCli } from '../../support/cli.ts'
import { startRecordingUpstream } from '../../support/proxy/recording-upstream.ts'

/** A command line, and the environment that it runs in. */
async function prepared() {
  const upstream = await startRecordingUpstream()
  return { cli: makeCli(), env: { PATH: process.env.PATH ?? '', TXWARDEN_UPSTREAM: upstream.url } }
}

describe('a command behind the proxy', () => {
  test.each([
    [['cast', 'send', '--rpc-url', 'https://node.example/v2/SECRET'], '--rpc-url'],
    [['cast', 'send', '--rpc-url=https://node.example/v2/SECRET'], '--rpc-url'],
    [['/usr/bin/cast', 'send', '-r', 'WS://node.example/SECRET'], '-r'],
    [['sh', '-c', '"$@"', 'sh', 'forge', 'script', '--fork-url', 'http://127.0.0.1:1/SECRET'], '--fork-url'],
    [['forge', 'script', '-f', 'http://127.0.0.1:1/SECRET'], '-f'],
    [['tool', '--rpc-url', 'http://127.0.0.1:1/SECRET'], '--rpc-url'],
  ])('is not run when it names a node: 13 (%j)', async (words, flag) => {
    const { cli, env } = await prepared()
    const { code, stdout, stderr } = await cli(['proxy', '--', 'echo', ...words], { env })
    expect({ code, stdout }).toEqual({ code: 13, stdout: '' })
    expect(stderr).toContain(`another RPC URL in ${flag}, so nothing would be checked; it was not run`)
    expect(stderr).toContain(`${flag} '{rpc}'`)
    expect(stderr).not.toContain('SECRET')
    for (const gate of ['--allow-no-traffic', '--observe'])
      expect(await cli(['proxy', gate, '--', 'echo', ...words], { env })).toMatchObject({
        code: 0,
        stdout: `${words.join(' ')}\n`,
      })
  })

  test.each([
    [['cast', 'send', '--rpc-url', '{rpc}']],
    [['cast', 'send', '-r', '{rpc}/']],
    [['forge', 'script', '--rpc-url', 'mainnet']],
    [['curl', '-f', 'http://127.0.0.1:1/']],
    [['cast', 'send', '--rpc-url']],
  ])('is run with the proxy, a name or another URL (%j)', async (words) => {
    const { cli, env } = await prepared()
    const argv = ['proxy', '--', 'sh', '-c', 'echo ran', ...words]
    expect((await cli(argv, { env })).stdout).toBe('ran\n')
  })

  test('that may go around the proxy is not sent to another chain than it says', async () => {
    const { cli, env } = await prepared()
    const words = ['sh', '-c', 'printenv FOUNDRY_ETH_RPC_URL || echo unset', 'forge', '--rpc-url', 'http://127.0.0.1:1']
    expect((await cli(['proxy', '--allow-no-traffic', '--', ...words], { env })).stdout).toBe('unset\n')
  })
})
