import { runGuardCampaign } from '../service/egress/guard-campaign.ts'
import { campaignArguments, Report } from './support/campaign.ts'

/**
 * Long run of guard-campaign.test.ts: tsx test/campaigns/address-guard.ts [--short]. Tries every spelling of every forbidden
 * address through every entry, or every twentieth; traps listen where they lead.
 */
const { isShort } = campaignArguments({ usual: 1, short: 1 })
const report = new Report('address guard')
const { hosts, doors, trapped, control } = await runGuardCampaign(isShort ? 20 : 1)
const checks = doors.reduce((sum, door) => sum + door.checks, 0)
const open = doors.flatMap((door) => door.open.map((what) => `${door.door}: ${what}`))
report.table(
  ['entry', 'checks', 'open'],
  doors.map((door) => [door.door, door.checks, door.open.length]),
)
report.say(`${hosts} hosts`)
report.count('checks', checks)
report.promise('every entry refuses every forbidden address', open.length === 0, open.slice(0, 5).join('; '))
report.promise(
  'the traps on 127.0.0.1 and ::1 receive nothing',
  trapped.connections === 0,
  `${trapped.connections} connections, ${trapped.bytes} bytes`,
)
report.promise('the traps listen: they receive one byte each afterwards', control === 2, `${control} bytes`)
report.end()
