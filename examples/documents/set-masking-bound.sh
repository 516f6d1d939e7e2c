ask -X PUT --json '{"bound": "wider"}' $API/v2/collections/manuals/masking-bounds/PERSON
# {"bounds":[…,{"tag":"PERSON","bound":"wider",…},…]}
