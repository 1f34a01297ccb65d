import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import type { View } from '../../cli/output/view.ts'
import { lint } from './lint/check.ts'
import type { Finding } from './lint/facts.ts'
import { gatherFacts } from './lint/gather.ts'

const view: View<Finding> = {
  columns: [
    { field: 'name', header: 'NAME', paint: (text, _, paint) => paint.bold(text) },
    {
      field: 'level',
      header: 'LEVEL',
      paint: (text, { level }, paint) => (level === 'error' ? paint.bad(text) : paint.warn(text)),
    },
    { field: 'rule', header: 'RULE' },
    { field: 'text', header: 'WHAT' },
    { field: 'try', header: 'TRY', paint: (text, _, paint) => paint.dim(text) },
    { field: 'id', header: 'ID', cardOnly: true },
    { field: 'thing', header: 'OF', cardOnly: true },
  ],
}

export const alertLint = defineCommand({
  name: 'alert lint',
  summary: 'Find alerts that can never fire or reach nobody, and what contradicts itself',
  description:
    'Looks at alerts, destinations, monitored addresses and control lists. Exit code 13 when something is an error; warnings alone are 0.',
  examples: [{ command: 'txwarden alert lint' }, { command: 'txwarden alert lint --json', note: 'in a pipeline' }],
  async run(context) {
    const findings = lint(await gatherFacts(context))
    await context.out.list(findings, findings, view, {
      empty: 'Nothing is wrong.',
      withRows: (rows) => rows,
    })
    return findings.some(({ level }) => level === 'error') ? exitCodes.checkFailed : exitCodes.ok
  },
})
