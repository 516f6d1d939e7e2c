cp -r deploy/kubernetes/overlays/example deploy/kubernetes/overlays/mine
cd deploy/kubernetes/overlays/mine
cp secrets.env.example secrets.env
