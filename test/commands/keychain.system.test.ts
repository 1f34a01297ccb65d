import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { asTyped, type Cli, makeCli, test } from '../support/cli.ts'
import { needs } from '../support/needs.ts'
import { serveForTest } from '../support/served.ts'
import { KEYCHAIN, sessionKeychain } from '../support/session-keychain.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const configOf = (cli: Cli) => readFileSync(join(cli.home, 'config.json'), 'utf8')

/** A program that is found instead of the system's `secret-tool`. */
function standIn(script: string): Readonly<Record<string, string>> {
  const folder = temporaryFolder()
  const path = join(folder, 'secret-tool')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o700)
  return { PATH: `${folder}:${process.env.PATH}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', FOLDER: folder }
}

needs(...KEYCHAIN).describe('where there is a keychain', () => {
  test('it keeps the keys, they are used from there, and logging out takes them away', async ({ cli }) => {
    const env = await sessionKeychain()
    const { url, keys } = await serveForTest()
    const stdin = `${keys.validation}\n${keys.management}\n`
    const login = ['auth', 'login', '-p', 'prod', '--base-url', url, '--kind', 'both', '--key-file', '-', '--json']
    expect(JSON.parse((await cli(login, { stdin, env })).stdout)).toMatchObject({ storedIn: 'keychain' })
    for (const key of [keys.validation, keys.management]) expect(configOf(cli)).not.toContain(key)

    const listed = await cli(['control-list', 'list', '-p', 'prod'], { env })
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    const status = await cli(['auth', 'status', '-p', 'prod', '--check', '--json'], { env })
    expect(status.code).toBe(0)
    const kept = { state: 'set', hint: null, source: 'keychain', origin: 'prod', check: 'accepted' }
    expect(JSON.parse(status.stdout)).toMatchObject({ content: [kept, kept] })
    const explained = await cli(['config', 'explain', '-p', 'prod', '--json'], { env })
    expect(JSON.parse(explained.stdout).content).toContainEqual(
      expect.objectContaining({ name: 'management-key', value: null, source: 'keychain', origin: 'prod' }),
    )

    expect(await cli(['auth', 'logout', '-p', 'prod', '--yes'], { env })).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(configOf(cli))).toEqual({ profiles: { prod: { 'base-url': url } } })
    // Were they still there, this word alone would bring them back.
    const profiles = { prod: { 'base-url': url, 'management-key': 'keychain:' } }
    writeFileSync(join(cli.home, 'config.json'), JSON.stringify({ profiles }))
    const after = await cli(['control-list', 'list', '-p', 'prod'], { env })
    expect(after.code).toBe(3)
    expect(after.stderr).toContain(`the management key of profile prod cannot be read from the keychain`)
  })

  test('a key does not follow when another address is written into the file by hand', async ({ cli }) => {
    const env = await sessionKeychain()
    const [first, second] = [await serveForTest(), await serveForTest()]
    const login = ['auth', 'login', '-p', 'prod', '--base-url', first.url, '--kind', 'management', '--key-file', '-']
    expect((await cli(login, { stdin: first.keys.management, env })).code).toBe(0)
    writeFileSync(join(cli.home, 'config.json'), configOf(cli).replace(first.url, second.url))
    const listed = await cli(['control-list', 'list', '-p', 'prod'], { env })
    expect(listed.code).toBe(3)
    expect(listed.stderr).toContain(`it has no key for ${second.url}`)
  })

  test('a profile that is deleted accepts its keys along', async ({ cli }) => {
    const env = await sessionKeychain()
    const { url, keys } = await serveForTest()
    const login = ['auth', 'login', '-p', 'prod', '--base-url', url, '--kind', 'management', '--key-file', '-']
    await cli(login, { stdin: keys.management, env })
    const before = configOf(cli)
    expect(await cli(['profile', 'delete', 'prod', '--yes'], { env })).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(join(cli.home, 'config.json'), before)
    expect((await cli(['control-list', 'list', '-p', 'prod'], { env })).stderr).toContain('it has no key for')
  })
})

describe('the tool of the keychain', () => {
  test('is not called when the environment has the key, nor for what needs none', async ({ cli }) => {
    const env = standIn('echo "$@" >> "$(dirname "$0")/calls"; exit 1')
    const { url, keys } = await serveForTest()
    const profiles = { prod: { 'base-url': url, 'validation-key': 'keychain:', 'management-key': 'keychain:' } }
    writeFileSync(join(cli.home, 'config.json'), JSON.stringify({ active: 'prod', profiles }))
    const given = { ...env, TXWARDEN_MANAGEMENT_KEY: keys.management }
    expect(await cli(['control-list', 'list'], { env: given })).toMatchObject({ code: 0 })
    expect(await cli(['auth', 'status'], { env })).toMatchObject({ code: 0 })
    expect(await cli(['control-list', 'list', '--curl'], { env })).toMatchObject({ code: 0 })
    expect(await cli(['control-list', 'list', '-p', 'local'], { env })).toMatchObject({ code: 0 })
    const calls = join(env.FOLDER ?? '', 'calls')
    expect(() => readFileSync(calls)).toThrow('ENOENT')
    // And when one is needed, only that one is asked for.
    expect(await cli(['control-list', 'list'], { env })).toMatchObject({ code: 3 })
    expect(readFileSync(calls, 'utf8')).toBe(
      `lookup service txwarden home ${cli.home} profile prod kind management origin ${url}\n`,
    )
  })

  test('gets the key on stdin, none of our variables, and is ended when it hangs', async ({ cli }) => {
    // For longer than a test may take.
    const env = standIn('echo "$@" > "$(dirname "$0")/words"; env > "$(dirname "$0")/env"; exec sleep 600')
    const { url, keys } = await serveForTest()
    const login = ['auth', 'login', '-p', 'prod', '--base-url', url, '--kind', 'management', '--key-file', '-']
    const given = { ...env, TXWARDEN_VALIDATION_KEY: keys.validation }
    const { code, stdout } = await cli(login, { stdin: keys.management, env: given, tty: false })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `prod\t${url}\tmanagement\n` })
    expect(configOf(cli)).toContain(keys.management)
    for (const name of ['words', 'env'])
      for (const key of [keys.management, keys.validation])
        expect(readFileSync(join(env.FOLDER ?? '', name), 'utf8')).not.toContain(key)
  })

  test.each([
    [() => ({}), 'there is no session bus'],
    [() => ({ PATH: '/nowhere', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }), 'secret-tool is not installed'],
    [() => standIn('echo "Cannot autolaunch" >&2; exit 1'), 'secret-tool: Cannot autolaunch'],
    [() => standIn('exit 0'), 'the keychain did not keep the key'],
  ])('that does not work leaves the key in the file, with a line that says so (%#)', async (environment, why) => {
    const env: Readonly<Record<string, string>> = environment()
    const cli = makeCli()
    const { url, keys } = await serveForTest()
    const login = asTyped(`auth login -p prod --base-url ${url} --kind management --key-file - -o table`)
    const { code, stdout } = await cli(login, { stdin: keys.management, env })
    expect(code).toBe(0)
    expect(stdout).toContain(`stored in ${join(cli.home, 'config.json')} (mode 0600), not in a keychain: ${why}\n`)
    expect(await cli(['control-list', 'list', '-p', 'prod'], { env })).toMatchObject({ code: 0, stderr: '' })
  })
})
