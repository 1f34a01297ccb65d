import { defineCommand } from '../../cli/define.ts'
import type { View } from '../../cli/output/view.ts'
import { type ChosenProfile, resolveSettings, type ValueSource } from '../../config/resolve.ts'
import { settings } from '../../config/settings.ts'
import { shownValue } from './setting.ts'

interface ExplainedSetting {
  readonly name: string
  /** Only the first characters of a secret; null without a value or when it is in the keychain, which is not read. */
  readonly value: string | null
  readonly source: ValueSource
  /** The flag, variable or profile of the value. */
  readonly origin: string
  /** Why the value is invalid. */
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
  summary: 'Show every setting in effect and its source',
  description: 'Flags override the environment, the profile and the defaults. Invalid values are marked.',
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
    await context.out.rows(rows, explainedView)
  },
})

function profileRow({ name, source, origin }: ChosenProfile): ExplainedSetting {
  return { name: 'profile', value: name, source, origin, fault: null, description: 'The selected profile' }
}
