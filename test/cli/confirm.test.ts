import { describe, expect } from 'vitest'
import { type Cli, type CliResult, makeCli, refuses, test } from '../support/cli.ts'

const ADDRESS = `0x${'4'.repeat(40)}`

/** Each asks for confirmation, and sends a request that --curl can print. */
const COMMANDS = [
  ['control-list', 'remove'],
  ['monitor', 'remove'],
  ['api', 'DELETE'],
] as const

describe.each(COMMANDS.map((command) => [command.join(' '), command] as const))('%s', (_, command) => {
  test('without a terminal needs --yes', async () => {
    const { remove, isThere } = await withOne(command)
    expect(await remove()).toMatchObject(refuses(2, '--yes'))
    expect(await isThere()).toBe(true)
    expect((await remove('--yes')).code).toBe(0)
    expect(await isThere()).toBe(false)
  })

  test('with --curl prints the request without asking, and sends nothing', async () => {
    const { remove, isThere } = await withOne(command)
    // A prompt would wait for an answer that never comes.
    for (const options of [{}, { typed: [] }]) {
      const { code, stdout, stderr } = await remove.with(options, '--curl')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^curl -X DELETE /)
    }
    expect(await isThere()).toBe(true)
  })

  test('with --dry-run shows the request without asking, and sends nothing', async () => {
    const { remove, isThere } = await withOne(command)
    for (const options of [{}, { typed: [] }])
      expect(await remove.with(options, '--dry-run')).toMatchObject({ code: 0 })
    expect(await isThere()).toBe(true)
  })

  test('on a terminal changes nothing unless the answer is yes; Enter alone is no', async () => {
    for (const [keys, code] of [
      ['\r', 130],
      ['n\r', 130],
      ['y\r', 0],
    ] as const) {
      const { remove, isThere } = await withOne(command)
      expect(await remove.with({ typed: [keys] })).toMatchObject({ code })
      expect(await isThere()).toBe(code !== 0)
    }
  })
})

/** A service with one entry and one monitor, and the command that removes what it removes. */
async function withOne(command: (typeof COMMANDS)[number]) {
  const cli = makeCli()
  const made = async (...argv: string[]) => await cli.json(argv)
  const entry = await made('control-list', 'add', ADDRESS, '--type', 'block')
  const monitor = await made('monitor', 'add', ADDRESS, '--chain', '1')
  const id = command[0] === 'control-list' ? entry.controlListId : monitor.id
  const target = command[0] === 'api' ? `/api/v2/management/monitor/${id}` : id
  const list = command[0] === 'control-list' ? ['control-list', 'list'] : ['monitor', 'list']
  const withOptions = (options: Parameters<Cli>[1], ...flags: string[]) => cli([...command, target, ...flags], options)
  return {
    remove: Object.assign((...flags: string[]) => withOptions({}, ...flags), { with: withOptions }),
    isThere: async () => (await made(...list)).totalElements === 1,
  }
}

test('several things are listed before the question, and only where there is one', async ({ cli }) => {
  const add = async (digit: string) => {
    return (await cli.json(['control-list', 'add', `0x${digit.repeat(40)}`, '--type', 'block'])).controlListId as string
  }
  const remove = ['control-list', 'remove', await add('1'), await add('2')]
  const isListed = ({ stderr }: CliResult) => [/^ .*0x1{40}/m, /^ .*0x2{40}/m].map((line) => line.test(stderr))

  expect(isListed(await cli(remove, { typed: ['n\r'] }))).toEqual([true, true])
  for (const flag of ['--curl', '--dry-run']) {
    expect(isListed(await cli([...remove, flag], { tty: true }))).toEqual([false, false])
    expect(isListed(await cli([...remove, flag]))).toEqual([false, false])
  }
  expect(isListed(await cli(remove))).toEqual([false, false])
  expect(isListed(await cli([...remove, '--yes'], { tty: true }))).toEqual([false, false])
})
