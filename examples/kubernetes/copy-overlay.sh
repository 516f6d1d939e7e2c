cp -r deploy/kubernetes/overlays/example deploy/kubernetes/overlays/mine
cd deploy/kubernetes/overlays/mine
for example in *secrets.env.example; do cp "$example" "${example%.example}"; done
