import { defineSetActive } from './set-active.ts'

export const alertDisable = defineSetActive({
  verb: 'disable',
  summary: 'Switch an alert off; it stays and can be switched on again',
  done: 'Switched off',
  isActive: false,
})
