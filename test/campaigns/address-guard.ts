import { runGuardCampaign } from '../service/egress/guard-campaign.ts'

/**
 * Long run of guard-campaign.test.ts: tsx test/campaigns/address-guard.ts. Tries every spelling of every forbidden address
 * through every entry; fails when one is open or a trap receives a byte.
 */
const started = performance.now()
const { hosts, doors, trapped, control } = await runGuardCampaign(1)
const checks = doors.reduce((sum, door) => sum + door.checks, 0)
const open = doors.flatMap((door) => door.open.map((what) => `  ${door.door}: ${what}`))
process.stdout.write(
  `${[
    ...doors.map(
      (door) => `${door.door.padEnd(26)}${String(door.checks).padStart(6)} checks  ${door.open.length} open`,
    ),
    `${'together'.padEnd(26)}${String(checks).padStart(6)} checks, ${hosts} hosts, ${((performance.now() - started) / 1000).toFixed(1)} s`,
    `traps on 127.0.0.1 and ::1: ${trapped.connections} connections, ${trapped.bytes} bytes (control afterwards: ${control} bytes of 2)`,
    ...open,
  ].join('\n')}\n`,
)
if (open.length > 0 || trapped.connections > 0 || control !== 2) process.exitCode = 1
