import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect } from 'vitest'
import { outputOf } from '../../src/cli/io.ts'
import { pickFields } from '../../src/cli/output/fields.ts'
import { makeCli, refuses, test } from '../support/cli.ts'

/** A stream whose writes fail as the kernel makes them fail. */
function failing(code: string): Writable {
  return new Writable({ write: (_, __, done) => done(Object.assign(new Error(code), { code, syscall: 'write' })) })
}

describe('an answer that cannot be written', () => {
  test('is a failure when the disk is full: a gate must not pass without its verdict', async () => {
    await expect(outputOf(failing('ENOSPC')).write('verdict')).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  test('is none when the reader went away', async () => {
    await expect(outputOf(failing('EPIPE')).write('verdict')).resolves.toBeUndefined()
  })
})

describe('a choice that does not fit the answer of something that was done', () => {
  const DONE = 'The change was made. The whole response is on stdout.'

  test.each([
    [['--fields', 'kye'], 'unknown field kye (Did you mean key?)'],
    [['--jq', '.kind | keys'], 'has no keys'],
  ])('costs no key that is shown this once: %j', async (choice, fault) => {
    const cli = makeCli()
    const { code, stdout, stderr } = await cli(['keys', 'create', '--kind', 'validation', ...choice])
    expect(code).toBe(2)
    expect(stderr).toContain(fault)
    expect(stderr).toContain(DONE)
    const [stored] = (await cli.json(['keys', 'list'])).content
    expect(JSON.parse(stdout)).toMatchObject({ id: stored.id, key: expect.stringMatching(/^txw_val_/) })
  })

  test('nor the ids of several', async ({ cli }) => {
    const add = ['control-list', 'add', `0x${'4'.repeat(40)}`, `0x${'5'.repeat(40)}`, '--type', 'block']
    for (const choice of [
      ['--fields', 'nosuch'],
      ['--jq', '.[0] | tonumber'],
    ]) {
      const { code, stdout, stderr } = await cli([
        ...add,
        '--product',
        choice[0] === '--jq' ? 'rasp' : 'sonar',
        ...choice,
      ])
      expect(code).toBe(2)
      expect(stderr).toContain(DONE)
      expect(JSON.parse(stdout).content).toHaveLength(2)
    }
    expect((await cli(['control-list', 'list', '--jq', '.totalElements'])).stdout).toBe('4\n')
  })
})

describe('text from elsewhere', () => {
  const name = '\u001b]0;owned\u0007\u202eevil'

  test.each(['table', 'tsv', 'csv', 'ndjson', 'json', 'yaml'])('never controls the terminal in %s', async (format) => {
    const cli = makeCli()
    await cli(['monitor', 'add', `0x${'4'.repeat(40)}`, '--chain', '1', '--name', name])
    const { stdout } = await cli(['monitor', 'list', '-o', format], { tty: true })
    expect(stdout).toContain('evil')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })
})

describe('text from elsewhere, into a pipe that may end on a screen', () => {
  const name = 'a\u001b]0;owned\u0007\u009b31m\u202eb'

  test.each([
    ['tsv', ['alert', 'list']],
    ['csv', ['alert', 'list']],
    ['tsv', ['alert', 'get']],
    ['csv', ['alert', 'get']],
  ])('holds no control characters as %s of %j', async (format, argv) => {
    const cli = makeCli()
    const made = await cli(['alert', 'create', '--name', name, '--type', 'SONAR', '--on', 'unsafe', '--json'])
    const { alertId } = JSON.parse(made.stdout)
    const { stdout } = await cli([...argv, ...(argv[1] === 'get' ? [alertId] : []), '-o', format])
    expect(stdout).toContain('a]0;owned31mb')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  test('nor in rows that are printed as they come', async ({ cli }) => {
    const add = ['monitor', 'add', `0x${'4'.repeat(40)}`, '--chain', '1', '--name', name]
    await cli(add)
    for (const format of ['tsv', 'csv']) {
      const { stdout } = await cli(['monitor', 'list', '--all', '-o', format])
      expect(stdout).toContain('a]0;owned31mb')
      expect(stdout).not.toContain('\u009b')
    }
  })

  test.each(['json', 'ndjson'])('is the same value as %s on a terminal, with escapes', async (format) => {
    const cli = makeCli()
    const named = `${name}\u2028\u200f`
    await cli(['monitor', 'add', `0x${'4'.repeat(40)}`, '--chain', '1', '--name', named])
    const { stdout } = await cli(['monitor', 'list', '-o', format, '--fields', 'name'], { tty: true })
    const body = JSON.parse(stdout)
    expect(format === 'json' ? body.content[0] : body).toEqual({ name: named })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u200f]/)
  })
})

test('a fault breaks between words on a terminal, and what to try stays whole', async ({ cli }) => {
  const line = ['config', 'set', 'a-setting-that-is-not-there', 'value']
  const wide = (await cli(line, { tty: true, columns: 500 })).stderr
  const narrow = (await cli(line, { tty: true, columns: 40 })).stderr
  expect(narrow.split(/\s+/)).toEqual(wide.split(/\s+/))
  expect(narrow.split('\n').filter((each) => each.length > 40 && each.trim().includes(' '))).toEqual(
    wide.split('\n').filter((each) => each.startsWith('Try:') && each.length > 40),
  )
  expect(narrow).not.toBe(wide)
})

test('a fault is said once to people, and in full to programs', async ({ cli }) => {
  const line = ['monitor', 'list', '--sort', 'foo']
  expect((await cli(line)).stderr.match(/is not a sort order/g)).toHaveLength(1)
  expect((await cli([...line, '--json'])).stderr.match(/is not a sort order/g)).toHaveLength(2)
})

test('an empty choice of fields is refused: a blank row is no answer', async () => {
  expect(await makeCli()(['monitor', 'list', '--fields', ''])).toMatchObject(
    refuses(2, '--fields needs the name of a field'),
  )
})

test('a field of any name is only a field', () => {
  pickFields({ a: 1 }, ['__proto__.polluted', 'constructor.prototype.polluted'])
  expect('polluted' in {}).toBe(false)
})

test('reading stdin ends when the user interrupts', async ({ cli }) => {
  const interrupt = new AbortController()
  const running = cli(['validate', '--file', '-'], { stdinStaysOpen: true, signal: interrupt.signal })
  setImmediate(() => interrupt.abort())
  expect(await running).toMatchObject({ code: 130, stdout: '' })
})

describe('an error', () => {
  test.each([[['-ojson']], [['-o', 'json']], [['--output=json']], [['--json']]])('is JSON with %j', async (flags) => {
    const { stderr, code } = await makeCli()(['config', 'get', 'nope', ...flags])
    expect(code).toBeGreaterThan(0)
    expect(JSON.parse(stderr)).toHaveProperty('error.message')
  })

  test('suggests a command for the selected profile', async ({ cli }) => {
    await cli(['profile', 'create', 'prod', '--base-url', 'https://warden.example.org'])
    const { stderr, code } = await cli(['-p', 'prod', 'control-list', 'list'])
    expect(code).toBe(3)
    expect(stderr).toContain('Try: txwarden --profile prod auth login')
  })
})

test('several things are all shown by --dry-run and --curl', async ({ cli }) => {
  const argv = ['control-list', 'add', `0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, '--type', 'block']
  const curl = await cli([...argv, '--curl'])
  expect(curl.stdout.match(/^curl /gm)).toHaveLength(2)
  const dry = await cli([...argv, '--dry-run', '--json'])
  expect(JSON.parse(dry.stdout).content).toHaveLength(2)
  expect((await cli(['control-list', 'list'])).stdout).toBe('')
})

describe('what the environment says of the terminal', () => {
  const ESCAPE = '\u001b['

  test.each([
    [{}, [], true],
    [{ NO_COLOR: '1' }, [], false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, [], false],
    [{ CLICOLOR: '0' }, [], false],
    [{ CLICOLOR: '0', CLICOLOR_FORCE: '1' }, [], true],
    [{ TERM: 'dumb' }, [], false],
    [{ FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('%j with %j: colour %j, in answers and in errors', async (env: Record<string, string>, flags, colour) => {
    const cli = makeCli()
    const variables = { NO_COLOR: '', ...env }
    const { stdout } = await cli(['profile', 'list', ...flags], { tty: true, env: variables })
    expect(stdout.includes(ESCAPE)).toBe(colour)
    for (const wrong of [['no-such-command'], ['profile', 'use', 'nowhere']])
      expect((await cli([...wrong, ...flags], { tty: true, env: variables })).stderr.includes(ESCAPE)).toBe(colour)
  })

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ CLICOLOR_FORCE: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{}, false],
  ])('into a pipe with %j: colour %j', async (env: Record<string, string>, colour) => {
    const { stdout } = await makeCli()(['profile', 'list', '-o', 'table'], { env: { NO_COLOR: '', ...env } })
    expect(stdout.includes(ESCAPE)).toBe(colour)
  })

  test('colours change no text', async () => {
    const cli = makeCli()
    const argv = ['validate', '--file', 'examples/transfer-to-blocked.json', '--explain', '--dry-run']
    const shown = async (env: Record<string, string>) => (await cli(argv, { tty: true, env })).stdout
    const coloured = await shown({ NO_COLOR: '', FORCE_COLOR: '1' })
    expect(coloured).toContain(ESCAPE)
    expect(stripVTControlCharacters(coloured)).toBe(await shown({ NO_COLOR: '1' }))
  })

  test('COLUMNS is the width, unless it is nonsense', async ({ cli }) => {
    const widest = async (env: Record<string, string>) => {
      const { stdout } = await cli(['validate', '--help'], { tty: true, columns: 100, env })
      return Math.max(
        ...stdout
          .split('\n\n')
          .slice(0, 2)
          .flatMap((part) => part.split('\n').map((line) => line.length)),
      )
    }
    expect(await widest({ COLUMNS: '60' })).toBeLessThanOrEqual(60)
    const usual = await widest({})
    for (const COLUMNS of ['', '0', '-5', 'wide']) expect(await widest({ COLUMNS })).toBe(usual)
  })

  test('on a dumb terminal nothing is asked that would have to be drawn', async () => {
    const { code, stderr } = await makeCli()(['alert', 'create'], { tty: true, env: { TERM: 'dumb' } })
    expect(code).toBe(2)
    expect(stderr).toContain('alert create needs --name')
  })
})

test('a success breaks between words on a terminal, and never within an id or a command', async ({ cli }) => {
  const { stdout } = await cli(['control-list', 'add', `0x${'4'.repeat(40)}`, '--type', 'block'], {
    tty: true,
    columns: 60,
  })
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  expect(stdout).toMatch(/^✓ Blocked 0x4{40} for\n {2}SONAR on every chain \(profile local\)\n {2}id [0-9a-f-]{36}\n$/)
  const reset = await cli(['local', 'reset', '--yes'], { tty: true, columns: 60 })
  expect(reset.stdout).toMatch(/\n {2}undo with:\n {2}txwarden local restore \S+\n$/)
})
