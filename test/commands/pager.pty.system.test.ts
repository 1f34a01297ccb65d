import { expect, test } from 'vitest'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runInTerminal, type Step, TERMINAL } from '../support/terminal.ts'

const terminalAsItWas = { canonical: true, echo: true, signals: true }
const CTRL_C = '\u0003'
const REPAINT = 'r'

/** A home with enough entries to fill a screen of twelve rows, and two of eight. */
async function homeWithEntries(): Promise<Record<string, string>> {
  const cli = makeCli()
  const addresses = Array.from({ length: 20 }, (_, index) => `0x${String(index + 10).repeat(20)}`)
  expect((await cli(['control-list', 'add', ...addresses, '--type', 'block'])).code).toBe(0)
  return { TXWARDEN_HOME: cli.home, NO_COLOR: '1' }
}

const screen = { stdoutIsTerminal: true, columns: 160, rows: 12 }
const list = ['control-list', 'list']

needs(...TERMINAL, 'less', 'sed').describe('a list that is longer than the screen', () => {
  test('scrolls in less; leaving it half read is no failure, and the terminal is as it was', async () => {
    const env = await homeWithEntries()
    // What less asks with stands alone: a time of a row has a colon as well. Of Ctrl-C alone it need not show anything.
    const asks = '\n:'
    const steps: readonly Step[] = [
      [asks, ' '],
      [asks, CTRL_C + REPAINT],
      [asks, CTRL_C + REPAINT],
      [asks, 'q'],
    ]
    const run = await runInTerminal(list, steps, { env, ...screen, rows: 8 })
    expect(run, run.screen).toMatchObject({ code: 0, missed: [], after: terminalAsItWas })
    expect(run.screen).toContain('0x1010')
    expect(run.screen).toContain('0x1818')
    expect(run.screen).not.toContain('0x2929')
  })

  test.each([
    ['TXWARDEN_PAGER', { TXWARDEN_PAGER: "sed 's/^/> /'", PAGER: 'false' }, '> TYPE'],
    ['PAGER', { PAGER: "sed 's/^/> /'" }, '> TYPE'],
    ['cat: none', { TXWARDEN_PAGER: 'cat' }, 'TYPE'],
    ['empty: none', { TXWARDEN_PAGER: '', PAGER: 'false' }, 'TYPE'],
    ['one that is not there', { PAGER: 'no-such-pager' }, 'TYPE'],
    ['a dumb terminal', { TERM: 'dumb', PAGER: 'false' }, 'TYPE'],
  ])('is shown by what %s says', async (_, variables: Record<string, string>, text) => {
    const env = { ...(await homeWithEntries()), ...variables }
    const run = await runInTerminal(list, [], { env, ...screen })
    expect(run.code).toBe(0)
    expect(run.screen).toContain(text)
    expect(run.screen).toContain('0x2929')
  })

  test('goes into a pipe as it is, and onto a screen that is long enough', async () => {
    const env = { ...(await homeWithEntries()), PAGER: "sed 's/^/> /'" }
    const piped = await runInTerminal(list, [], { env, ...screen, stdoutIsTerminal: false })
    expect(piped.stdout.split('\n')).toHaveLength(21)
    expect(piped.stdout).not.toContain('>')
    const fits = await runInTerminal(list, [], { env, ...screen, rows: 40 })
    expect(fits.screen).not.toContain('> TYPE')
  })

  test('help is one too when it is asked for by its word', async () => {
    const env = { TXWARDEN_HOME: temporaryFolder(), PAGER: "sed 's/^/> /'" }
    expect((await runInTerminal(['help', 'alert', 'create'], [], { env, ...screen })).screen).toContain('> Usage')
    expect((await runInTerminal(['alert', 'create', '--help'], [], { env, ...screen })).screen).not.toContain('> Usage')
  })
})
