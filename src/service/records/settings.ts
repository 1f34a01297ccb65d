import { type Settings, settings as schema } from '../../api/schemas/extensions.ts'
import { bandFloors, HISTORY_FACTOR } from '../../api/vocabulary.ts'
import { ZERO_ADDRESS } from '../evm/words.ts'
import { readSettings, writeSetting } from '../store/repositories/settings.ts'
import type { Db } from '../store/schema/schema.ts'

const DEFAULTS: Settings = {
  blockThreshold: bandFloors.UNSAFE,
  payloadExpirySeconds: 3600,
  payloadModuleAddress: ZERO_ADDRESS,
  maxStoredBytes: 0,
  historyFactor: HISTORY_FACTOR,
}

export async function loadSettings(db: Db): Promise<Settings> {
  return settingsOf(await readSettings(db))
}

/** @param stored JSON by name */
export function settingsOf(stored: ReadonlyMap<string, string>): Settings {
  const values = Object.fromEntries([...stored].map(([name, text]) => [name, JSON.parse(text) as unknown]))
  return schema().parse({ ...DEFAULTS, ...values })
}

/** Writes the given settings only. */
export async function saveSettings(db: Db, changes: Partial<Settings>, now: number): Promise<void> {
  for (const [name, value] of Object.entries(changes))
    if (value !== undefined) await writeSetting(db, name, JSON.stringify(value), now)
}
