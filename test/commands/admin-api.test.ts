import { describe, expect, test } from 'vitest'
import { type Cli, type CliOptions, makeCli } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const ADDRESS = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const commands = [
  ['chain', 'status'],
  ['chain', 'list'],
  ['chain', 'pause', 'base'],
  ['chain', 'resume', 'base'],
  ['monitor', 'exposure', ADDRESS],
  ['tx', 'history', 'sync', ADDRESS, '--chain', 'base'],
  ['intel', 'sources'],
  ['intel', 'check', ADDRESS],
  ['intel', 'check', '0x095ea7b3'],
]

async function remote(hasAdminApi: boolean): Promise<{ cli: Cli; options: CliOptions; url: string }> {
  const { url, keys } = await serveForTest({ hasAdminApi })
  const cli = makeCli()
  await cli(['profile', 'create', 'prod', '--base-url', url])
  return { cli, options: { env: { TXWARDEN_MANAGEMENT_KEY: keys.management } }, url }
}

test('a server without --admin-api is named, with the command that starts one', async () => {
  const { cli, options, url } = await remote(false)
  for (const argv of commands) {
    const { code, stdout, stderr } = await cli([...argv, '-p', 'prod', '--json'], options)
    expect([argv, code, stdout]).toEqual([argv, 5, ''])
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'not-offered',
      message: `${url} does not offer this: start the server with --admin-api`,
      try: 'txwarden serve --admin-api',
    })
  }
})

describe('a server with --admin-api', () => {
  test('answers as the local service does', async () => {
    const { cli, options } = await remote(true)
    const local = makeCli()
    for (const argv of commands.filter(([noun]) => noun === 'chain' || noun === 'intel')) {
      const there = await cli([...argv, '-p', 'prod', '--json'], options)
      const here = await local([...argv, '--json'])
      expect([argv, there]).toEqual([argv, here])
    }
  })

  test('records who changed what, and a dry run changes nothing', async () => {
    const { cli, options } = await remote(true)
    const pause = ['chain', 'pause', 'base', '-p', 'prod']
    const dry = await cli([...pause, '--dry-run'], options)
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('/ext/v1/chains/8453/pause') })
    expect((await cli([...pause, '--curl'], options)).stdout).toContain('-X POST')
    expect((await cli(pause, { ...options, tty: true })).stdout).toBe('✓ Paused base (profile prod)\n')
    const audit = await cli(['audit', 'list', '--action', 'chain', '-p', 'prod', '--json'], options)
    expect(JSON.parse(audit.stdout).content).toMatchObject([{ action: 'chain.pause', resourceId: '8453' }])
    expect(JSON.parse(audit.stdout).content[0].actor).not.toBe('local')
  })

  test('without a node says so, and names no command that would change this machine', async () => {
    const { cli, options } = await remote(true)
    for (const argv of commands.filter(([noun]) => noun === 'monitor' || noun === 'tx')) {
      const { code, stderr } = await cli([...argv, '-p', 'prod', '--json'], options)
      expect([argv, code]).toEqual([argv, 6])
      expect(JSON.parse(stderr).error).toMatchObject({ code: 'no-node', try: null })
    }
  })
})
