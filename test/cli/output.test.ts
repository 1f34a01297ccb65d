import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../src/cli/io.ts'
import { pickFields } from '../../src/cli/output/fields.ts'
import { makeCli } from '../support/cli.ts'

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

test('a field of any name is only a field', () => {
  pickFields({ a: 1 }, ['__proto__.polluted', 'constructor.prototype.polluted'])
  expect('polluted' in {}).toBe(false)
})

test('reading stdin ends when the user interrupts', async () => {
  const interrupt = new AbortController()
  const cli = makeCli()
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

  test('tells what to try for the profile that was meant', async () => {
    const cli = makeCli()
    await cli(['profile', 'create', 'prod', '--base-url', 'https://warden.example.org'])
    const { stderr, code } = await cli(['-p', 'prod', 'control-list', 'list'])
    expect(code).toBe(3)
    expect(stderr).toContain('Try: txwarden --profile prod auth login')
  })
})

test('several things are all shown by --dry-run and --curl', async () => {
  const cli = makeCli()
  const argv = ['control-list', 'add', `0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, '--type', 'block']
  const curl = await cli([...argv, '--curl'])
  expect(curl.stdout.match(/^curl /gm)).toHaveLength(2)
  const dry = await cli([...argv, '--dry-run', '--json'])
  expect(JSON.parse(dry.stdout)).toHaveLength(2)
  expect((await cli(['control-list', 'list'])).stdout).toBe('')
})
