import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '../support/needs.ts'
import { runInTerminal, type Step, TERMINAL } from '../support/terminal.ts'

const ENTER = '\r'
const DOWN = '\u001b[B'
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CURSOR_HIDDEN = '\u001b[?25l'
const CURSOR_SHOWN = '\u001b[?25h'

const terminalAsItWas = { canonical: true, echo: true, signals: true }

function freshHome(): Record<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'txwarden-pty-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return { TXWARDEN_HOME: home }
}

const alertAnswers: readonly Step[] = [
  ['Name of the alert', `Night watch${ENTER}`],
  ['Trigger', DOWN],
  ['❯ validations of applications (RASP)', ENTER],
  ['Verdicts', ENTER],
  ['When the service', DOWN],
  ['❯○ blocked', ' '],
  ['❯◉ blocked', ENTER],
  ['More conditions', ' '],
  ['❯◉ score', ENTER],
  ['Lowest score', `70${ENTER}`],
  ['Highest score', ENTER],
]

needs(...TERMINAL).describe('prompts in a real terminal', () => {
  test('an alert is created by answering, and the questions are no part of the answer on stdout', async () => {
    const env = freshHome()
    const steps: readonly Step[] = [...alertAnswers, ['Create this alert in profile local?', ENTER]]
    const run = await runInTerminal(['alert', 'create', '--json'], steps, { env })

    expect(run).toMatchObject({ code: 0, missed: [], after: terminalAsItWas })
    const { alertId, ...created } = JSON.parse(run.stdout) as Record<string, string>
    expect(created).toEqual({ alertType: 'RASP', alertName: 'Night watch' })
    expect(run.screen).toContain('fires on  unsafe, and blocked, score ≥ 70')
    expect(run.screen).toContain(
      "txwarden alert create --name 'Night watch' --type RASP --on unsafe --when blocked --from-score 70",
    )
    const listed = await runInTerminal(['alert', 'list', '--json'], [], { env })
    expect(JSON.parse(listed.stdout)).toMatchObject({
      content: [
        { alertId, transactionFilter: { fromScore: 70, validationEnforcementConfiguration: { alertOnBlocked: true } } },
      ],
    })
  })

  test('questions, preview and outcome read from top to bottom, without colour when that is asked', async () => {
    const steps: readonly Step[] = [...alertAnswers, ['Create this alert in profile local?', ENTER]]
    const run = await runInTerminal(['alert', 'create', '--no-color'], steps, {
      env: freshHome(),
      stdoutIsTerminal: true,
    })

    expect(run).toMatchObject({ code: 0, missed: [] })
    const inOrder = ['✓ Highest score', 'notifies  none', '✓ Created alert Night watch', 'The same without prompts:']
    const paths = inOrder.map((text) => run.screen.lastIndexOf(text))
    expect(paths).not.toContain(-1)
    expect(paths).toEqual(paths.toSorted((a, b) => a - b))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for.
    expect(run.raw).not.toMatch(/\u001b\[[0-9;]*3[0-9]m/)
  })

  test.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('%s in a question leaves the terminal as it was, writes nothing and exits 130', async (_, key) => {
    const env = freshHome()
    const run = await runInTerminal(
      ['alert', 'create'],
      [
        ['Name of the alert', 'x\r'],
        ['Trigger', key],
      ],
      { env },
    )

    expect(run).toMatchObject({ code: 130, missed: [], stdout: '', before: terminalAsItWas, after: terminalAsItWas })
    expect(run.screen).toContain('interrupted; nothing was changed')
    expect(run.raw.lastIndexOf(CURSOR_SHOWN)).toBeGreaterThan(run.raw.lastIndexOf(CURSOR_HIDDEN))
    const listed = await runInTerminal(['alert', 'list', '--json'], [], { env })
    expect(JSON.parse(listed.stdout)).toEqual({ content: [] })
  })

  test('saying no to the preview writes nothing', async () => {
    const env = freshHome()
    const steps: readonly Step[] = [...alertAnswers, ['Create this alert in profile local?', `n${ENTER}`]]
    const run = await runInTerminal(['alert', 'create'], steps, { env })

    expect(run).toMatchObject({ code: 130, missed: [], stdout: '', after: terminalAsItWas })
    expect(run.screen).toContain('nothing was changed')
    const listed = await runInTerminal(['alert', 'list', '--json'], [], { env })
    expect(JSON.parse(listed.stdout)).toEqual({ content: [] })
  })

  test('a typed bot token never appears on the screen', async () => {
    const token = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
    const steps: readonly Step[] = [
      ['Name of the destination', `phone${ENTER}`],
      ['Channel', `${DOWN}${DOWN}`],
      ['❯ TELEGRAM', ENTER],
      ['Chat id', `-100123${ENTER}`],
      ['Bot token', `${token}${ENTER}`],
      ['Create this destination in profile local?', ENTER],
    ]
    const run = await runInTerminal(['destination', 'create'], steps, { env: freshHome(), columns: 200 })

    expect(run).toMatchObject({ code: 0, missed: [] })
    expect(run.screen).toContain(
      'printf %s "$TXWARDEN_DESTINATION_TOKEN" | txwarden destination create --name phone --channel TELEGRAM --chat-id=-100123 --token-file -',
    )
    for (const shown of [run.raw, run.stdout]) expect(shown).not.toContain(token.slice(-12))
  })

  test('--no-input prevents prompts and lists everything that is missing', async () => {
    const run = await runInTerminal(['alert', 'create', '--no-input'], [], { env: freshHome() })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.screen).toContain('alert create needs --name, --type')
  })
})
