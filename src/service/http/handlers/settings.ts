import { loadSettings, saveSettings } from '../../records/settings.ts'
import { bumpEvidenceRevision } from '../../store/repositories/revisions.ts'
import type { Handlers } from '../handler.ts'

export const settingsHandlers = {
  getSettings: (_, { db }) => loadSettings(db),

  async updateSettings({ body }, { db, now, audit }) {
    const before = await loadSettings(db)
    await saveSettings(db, body, now)
    const after = await loadSettings(db)
    // Stored verdicts used the old threshold.
    await bumpEvidenceRevision(db)
    await audit('settings.update', 'settings', { before, after })
    return after
  },
} satisfies Partial<Handlers>
