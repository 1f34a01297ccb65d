import { defineCommand } from '../../cli/define.ts'
import type { View } from '../../cli/output/view.ts'
import { type ChosenProfile, resolveSettings, type Source } from '../../config/resolve.ts'
import { settings } from '../../config/settings.ts'
import { shownValue } from './setting-argument.ts'

interface ExplainedSetting {
  readonly name: string
  /** Of a secret its first characters; null when there is none, or it is in the keychain, which is not asked. */
  readonly value: string | null
  readonly source: Source
  /** The flag, the variable or the profile that gave it. */
  readonly origin: string
  /** What is wrong with the value. */
  readonly fault: string | null
  readonly description: string
}

const explainedView: View<ExplainedSetting> = {
  columns: [
    { field: 'name', header: 'SETTING' },
    {
      field: 'value',
      header: 'VALUE',
      show: (row) => (row.fault === null ? (row.value ?? '-') : `${row.value} (${row.fault})`),
      paint: (text, row, paint) => (row.fault !== null ? paint.bad(text) : row.value === null ? paint.dim(text) : text),
    },
    { field: 'source', header: 'SOURCE' },
    {
      field: 'origin',
      header: 'FROM',
      show: (row) => (row.origin === row.source ? '' : row.origin),
      paint: (text, _, paint) => paint.dim(text),
    },
  ],
}

export const configExplain = defineCommand({
  name: 'config explain',
  summary: 'Show every setting in effect, and where its value comes from',
  description: 'Flag before environment before profile before default. A value that cannot be used is shown as such.',
  requests: false,
  examples: [{ command: 'txwarden config explain' }, { command: 'txwarden config explain -p local --json' }],
  async run(context) {
    const { profile, values } = resolveSettings(context.resolveInput())
    const rows = [
      profileRow(profile),
      ...settings.map((setting): ExplainedSetting => {
        const { value, source, origin, fault } = values[setting.name]
        return {
          name: setting.name,
          value: value === undefined || source === 'keychain' ? null : shownValue(setting, value),
          source,
          origin,
          fault: fault ?? null,
          description: setting.description,
        }
      }),
    ]
    await context.out.list(rows, rows, explainedView, { empty: '', withRows: (picked) => picked })
  },
})

function profileRow({ name, source, origin }: ChosenProfile): ExplainedSetting {
  return { name: 'profile', value: name, source, origin, fault: null, description: 'The profile in use' }
}
