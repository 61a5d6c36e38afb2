import { testShipmentVerb } from '../support/shipment-steps.ts'

await testShipmentVerb('submit')
