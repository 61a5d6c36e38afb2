<<<<<<<< HEAD:console/dist/assets/NewShipmentPage-Ccuuiidg.js
import{t as e}from"./CreatePage-DTAg2OWu.js";import{j as t}from"./vendor-C9D_DuOO.js";var n=t(),r={noun:`shipment`,permission:`outbound_shipments:create`,operation:`POST /v1/outbound-shipments`,accounts:[{name:`account`,member:`fboAccountId`,label:`Account`}],notesHint:`For packing, and for the record.`};function i(){return(0,n.jsx)(e,{of:r})}export{i as NewShipmentPage};
========
import{t as e}from"./CreatePage-t2WHl7Ls.js";import{j as t}from"./vendor-C9D_DuOO.js";var n=t(),r={noun:`shipment`,permission:`outbound_shipments:create`,operation:`POST /v1/outbound-shipments`,accounts:[{name:`account`,member:`fboAccountId`,label:`Account`}],notesHint:`For packing, and for the record.`};function i(){return(0,n.jsx)(e,{of:r})}export{i as NewShipmentPage};
>>>>>>>> 823373a3 (sandbox: test organizations with failures, shipments and a clock):console/dist/assets/NewShipmentPage-DOau79E9.js
