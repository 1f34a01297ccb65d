import { notesShown, notesText } from '../../../api/text/notes.ts'
import type { Detector } from './detector.ts'

export const unsentChange: Detector = {
  id: 'unsent-change',
  about: 'others',
  summary:
    'In a transaction that a block has, and that a monitored address did not send, its code changes or who controls it.',
  why: 'WARNING 60. The controller of a contract controls its assets; an upgrade by its admin looks the same. A change that the call data shows is weighed by `control-change` instead.',
  origin: 'Takeovers of Safes by modules and of proxies by their admins (Bybit, 2025; Radiant, 2024).',
  examples: {
    attack: 'A module adds an owner to a monitored Safe.',
    nearMiss: 'The call data shows the upgrade of the monitored proxy.',
    evasion: 'The change runs inside an unknown contract: its event is found.',
  },
  reads: ['executed'],
  detect({ evidence, controls, addressText }) {
    const shown = new Set(controls.map(({ contract }) => contract))
    return (evidence.executed?.changes ?? [])
      .filter(({ owner }) => !shown.has(owner))
      .map(({ owner, notes }) => ({
        subCategory: 'maliciousProtocolUpgrade',
        points: 60,
        // An ALLOW entry for an own address must not silence it.
        subject: '',
        text: `The monitored address ${addressText(owner)} did not send this transaction: ${notesText(notesShown(notes, addressText))}.`,
        source: 'receipt',
        flip: 'check who controls it now, and take control back if the change was not planned',
      }))
  },
}
