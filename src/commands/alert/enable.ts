import { defineSetActive } from './set-active.ts'

export const alertEnable = defineSetActive({
  verb: 'enable',
  summary: 'Switch an alert on',
  done: 'Switched on',
  isActive: true,
})
