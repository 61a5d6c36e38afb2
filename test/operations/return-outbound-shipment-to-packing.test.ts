import { testShipmentVerb } from '../support/shipment-steps.ts'

await testShipmentVerb('return-to-packing')
