import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { View } from '../../cli/output/view.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { wrapSentence } from '../../cli/output/words.ts'
import type { LintFinding } from './lint/facts.ts'

const view: View<LintFinding> = {
  columns: plainColumns('name', 'level', 'rule', 'text', 'try', 'id', 'thing'),
}

export const alertLint = defineCommand({
  name: 'alert lint',
  summary: 'Find alerts that never fire or reach no destination, and contradicting entries',
  description:
    'Checks alerts, destinations, monitored addresses and control lists. Exit code 13 for errors; warnings alone exit with 0.',
  examples: [{ command: 'txwarden alert lint' }, { command: 'txwarden alert lint --json', note: 'in a pipeline' }],
  async run(context) {
    const { lint } = await import('./lint/check.ts')
    const { gatherFacts } = await import('./lint/gather.ts')
    const findings = lint(await gatherFacts(context))
    await context.out.list(findings, findings, view, { empty: '', card: lintCard })
    return findings.some(({ level }) => level === 'error') ? exitCodes.checkFailed : exitCodes.ok
  },
})

/** Sentences and commands are whole: a block for each finding. */
function lintCard(findings: readonly LintFinding[], paint: Paint, width: number): string {
  if (findings.length === 0) return 'No problems found.\n'
  const blocks = findings.map(({ level, name, rule, text, try: next }) => [
    `${level === 'error' ? paint.bad('✗') : paint.warn('!')} ${paint.bold(name)}  ${paint.dim(rule)}`,
    ...wrapSentence(text, width - INDENT.length).map((line) => `${INDENT}${line}`),
    ...(next === undefined ? [] : [`${INDENT}${paint.dim('Try:')} ${next}`]),
  ])
  return `${blocks.flat().join('\n')}\n`
}

const INDENT = '  '
