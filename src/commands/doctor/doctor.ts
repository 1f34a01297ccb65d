import { defineCommand } from '../../cli/define.ts'
import { targetFlags } from '../../cli/errors/errors.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import type { Level } from './check.ts'
import type { DoctorReport } from './view.ts'

export const doctor = defineCommand({
  name: 'doctor',
  group: 'Tool',
  summary: 'Diagnose configuration and connectivity',
  description:
    'Checks this machine and the service of the selected profile, local or remote. Changes nothing and prints no secrets. Exit code 13 when a check fails; warnings alone exit with 0.',
  examples: [{ command: 'txwarden doctor' }, { command: 'txwarden doctor -p <profile> --json', note: 'in a pipeline' }],
  reportsVariables: true,
  async run(context) {
    const [{ checks }, { runChecks }, { subjectOf }, { findingView, reportCard }] = await Promise.all([
      import('./checks/index.ts'),
      import('./run-checks.ts'),
      import('./subject.ts'),
      import('./view.ts'),
    ])
    const subject = subjectOf(context)
    const findings = (await runChecks(checks, subject)).map((finding) => forTarget(finding, context.globals.profile))
    const levels = new Set<Level>(findings.map(({ level }) => level))
    const report: DoctorReport = {
      profile: subject.configuration?.profile ?? null,
      result: levels.has('fail') ? 'fail' : levels.has('warn') ? 'warn' : 'pass',
      content: findings,
    }
    await context.out.list(report, findings, findingView, { empty: '', card: reportCard })
    return report.result === 'fail' ? exitCodes.checkFailed : exitCodes.ok
  },
})

/** Adds the checked profile to the suggested command; not the address: some start the server that has it. */
function forTarget<T extends { readonly try?: string }>(finding: T, profile: string | undefined): T {
  if (!finding.try?.startsWith('txwarden ')) return finding
  return { ...finding, try: `${finding.try}${targetFlags({ profile })}` }
}
