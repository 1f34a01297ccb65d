import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'

export const kinds = ['validation', 'management'] as const
export type Kind = (typeof kinds)[number]

/** Makes a key and shows it, this once. */
export async function makeKey(context: Context, kind: Kind): Promise<void> {
  const { database } = context.configuration()
  if (await previewLocalChange(context, `make a ${kind} key in ${database}`)) return
  const { keys } = await context.local()
  const made = await keys.create(kind)
  await context.out.done(
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
}
