import { choice, defineCommand, required } from '../../cli/define.ts'
import { isOnlyPreviewed } from '../../cli/local-change.ts'

const kinds = ['validation', 'management'] as const

export const keysCreate = defineCommand({
  name: 'keys create',
  aliases: ['add'],
  summary: 'Make an API key of the local service',
  description:
    'For those who call `txwarden serve` over HTTP; commands on this machine need none. The key is shown once: only its hash is stored.',
  options: { kind: required(choice(kinds, 'validation: judge transactions; management: everything else')) },
  examples: [
    { command: 'txwarden keys create --kind validation' },
    { command: 'txwarden keys create --kind management --json' },
  ],
  async run(context, { kind }) {
    const { database } = context.configuration()
    if (await isOnlyPreviewed(context, `make a ${kind} key in ${database}`)) return undefined
    const { keys } = await context.local()
    const made = await keys.create(kind)
    await context.out.record(
      made,
      {
        columns: [
          { field: 'id', header: 'ID' },
          { field: 'kind', header: 'KIND' },
          { field: 'key', header: 'KEY' },
        ],
      },
      ({ id, key }, paint) =>
        [
          `${paint.good('✓')} Made a ${kind} key (${context.where()})`,
          '',
          `  ${paint.bold(key)}`,
          '',
          `  ${paint.warn('This is the only time it is shown.')} Keep it where secrets are kept.`,
          `  Revoke it: txwarden keys revoke ${id}`,
          '',
        ].join('\n'),
    )
    return undefined
  },
})
