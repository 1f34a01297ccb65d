import { timeText } from '../../../cli/output/time.ts'
import { hasKey } from '../../../config/resolve.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { lint } from '../../alert/lint/check.ts'
import { gatherFacts } from '../../alert/lint/gather.ts'
import { type Check, fail, pass, warn } from '../check.ts'
import type { DoctorSubject } from '../subject.ts'

/** A delivery that is due leaves within seconds: one that waits longer is late, and then as good as lost (ms). */
const LATE_MS = 60_000
const LOST_MS = 600_000
/** `alert lint` shows all. */
const SHOWN = 3

export const destinations: Check = {
  name: 'destinations',
  look: async (subject) => {
    if (!(await canQuery(subject))) return []
    const all = await (await subject.client()).call('listDestinations')
    const failing = all.filter(({ state, errorMessage }) => state !== 'INACTIVE' && errorMessage)
    if (failing.length === 0) return [pass(`${all.length}, none failing`)]
    return failing.map(({ id, name, errorMessage }) =>
      fail(`${name} fails: ${errorMessage}`, `txwarden destination test ${quoteWord(id)}`),
    )
  },
}

export const outbox: Check = {
  name: 'deliveries',
  look: async (subject) => {
    const status = await subject.status()
    if (!status) return []
    const { unplanned = 0, pending = 0, failed = 0, due = 0, dueSince = null } = status.outbox ?? {}
    const waiting = unplanned === 0 ? `${pending} pending` : `${pending} pending, ${unplanned} not planned yet`
    const since = dueSince ?? ''
    const late = subject.context.clock.now() - Date.parse(since)
    const lateness = late > LOST_MS ? fail : warn
    const found = [
      ...(failed > 0 ? [fail(`${failed} failed`, 'txwarden delivery list --state failed')] : []),
      ...(late > LATE_MS
        ? [
            lateness(
              `${waiting}, ${due} due and not sent, the oldest since ${timeText(since, subject.context.zone)}`,
              'txwarden delivery send',
            ),
          ]
        : []),
    ]
    return found.length > 0 ? found : [pass(waiting)]
  },
}

export const alerts: Check = {
  name: 'alerts',
  look: async (subject) => {
    if (!(await canQuery(subject))) return []
    const client = await subject.client()
    const facts = await gatherFacts({ ...subject.context, client: async () => client })
    const findings = lint(facts)
    if (findings.length === 0) return [pass(`${facts.alerts.length}, no problems found`)]
    const shown = findings
      .slice(0, SHOWN)
      .map(({ level, name, text, try: next }) => (level === 'error' ? fail : warn)(`${name}: ${text}`, next))
    const rest = findings.length - shown.length
    return rest === 0 ? shown : [...shown, warn(`${rest} more`, 'txwarden alert lint')]
  },
}

/** A remote service with a management key, or a usable local database. */
async function canQuery(subject: DoctorSubject): Promise<boolean> {
  const { configuration } = subject
  if (!configuration?.addresses) return subject.isUsable()
  return hasKey(configuration, 'management')
}
